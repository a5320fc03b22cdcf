# SPDX-License-Identifier: GPL-3.0-or-later
"""schema.py -- whether a document is as its JSON Schema says; of the schemas' language what docs/schema uses.

Where Python has the module jsonschema, it judges too: this file might be wrong where both schema and program are.
"""
import functools
import json
import pathlib
import sys

try:
    import jsonschema
except ImportError:
    jsonschema = None

PAGES = pathlib.Path(__file__).resolve().parent.parent.parent / "docs/schema"
sys.path.insert(0, str(PAGES))
import pages  # noqa: E402 -- what makes schemas of the pages
TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None)}
KNOWN = {"$schema", "$defs", "$ref", "title", "description", "type", "properties", "required", "items", "const", "enum",
         "anyOf"}


def is_type(value, name):
    if name in ("number", "integer"):
        return isinstance(value, (int, float)) and not isinstance(value, bool) and (
            name == "number" or value == int(value))
    return isinstance(value, TYPES[name])


def fields(schema, root):
    """The names of all fields that the schema describes, those of what it extends included."""
    base = fields(root["$defs"][schema["$ref"].removeprefix("#/$defs/")], root) if "$ref" in schema else set()
    return base | set(schema.get("properties", {}))


def mistakes(value, schema, root, path="$", beside=frozenset()):
    """Sentences, one for each place where the value is not as the schema says. Fields that nobody describes are mistakes,
    too, but where none is described (by name: {system: …}); `beside`: those that an extension describes."""
    unknown = set(schema) - KNOWN
    if unknown:
        yield f"{path}: this check does not know the schema's {sorted(unknown)}"
    if "$ref" in schema:
        inner = root["$defs"][schema["$ref"].removeprefix("#/$defs/")]
        yield from mistakes(value, inner, root, path, beside | set(schema.get("properties", {})))
    if "const" in schema and value != schema["const"]:
        yield f"{path}: {value!r} is not {schema['const']!r}"
    if "enum" in schema and value not in schema["enum"]:
        yield f"{path}: {value!r} is none of {schema['enum']}"
    if "anyOf" in schema and all(any(mistakes(value, way, root, path)) for way in schema["anyOf"]):
        yield f"{path}: {value!r} fits none of the alternatives"
    types = schema.get("type", [])
    types = [types] if isinstance(types, str) else types
    if types and not any(is_type(value, name) for name in types):
        yield f"{path}: {value!r} is no {' or '.join(types)}"
    elif isinstance(value, dict):
        yield from (f"{path}: no field {key!r}" for key in schema.get("required", []) if key not in value)
        if "properties" in schema:
            known = fields(schema, root) | beside
            yield from (f"{path}: field {key!r} is not described" for key in value if key not in known)
        for key, inner in schema.get("properties", {}).items():
            if key in value:
                yield from mistakes(value[key], inner, root, f"{path}.{key}")
    elif isinstance(value, list) and "items" in schema:
        for i, item in enumerate(value):
            yield from mistakes(item, schema["items"], root, f"{path}[{i}]")


schema_of = functools.cache(pages.schema_of)


def differs(text):
    """None, or why the text, if it is a document of assay, is not as its schema says."""
    try:
        document = json.loads(text, parse_constant=lambda name: f"<{name}>")
    except json.JSONDecodeError:
        return None
    if not isinstance(document, dict) or not str(document.get("schema", "")).startswith("assay."):
        return None
    path = PAGES / (document["schema"].removeprefix("assay.").split("/")[0] + ".md")
    if not path.exists():
        return f"{document['schema']} has no page {path.name} in docs/schema"
    schema = schema_of(path)
    found = list(mistakes(document, schema, schema))
    if not found and jsonschema is not None:
        found = [f"{error.json_path}: {error.message}" for error in jsonschema.Draft202012Validator(schema).iter_errors(document)]
    return "not as docs/schema says: " + "; ".join(found[:5]) if found else None
