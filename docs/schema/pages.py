#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""pages.py -- makes of the pages beside it, a document each, their JSON Schemas, and the C source that holds them.

    docs/schema/pages.py DIRECTORY VERB.md...     writes DIRECTORY/VERB.json and DIRECTORY/schemas.c

How a page is written stands in README.md, which also holds what several documents share.
"""
import json
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
SHARED = HERE / "README.md"
HEAD = "document"  # the section of the fields with which each document begins
TYPES = {"string", "number", "integer", "boolean", "object", "array", "null"}
UNITS = {"_s": "s", "_percent": "%"}  # what a key's own end says
ROW = re.compile(r"\| (?P<key>[a-z]\S*?)(?P<optional>\?)? \| (?P<type>[^|]+?) \|(?P<unit>[^|]*)\| ?(?P<sentence>.*?) ?\|$")


def need(condition, what):
    if not condition:
        sys.exit(f"docs/schema: {what}")


def typed(text):
    """The schema of a type: names of JSON's types, of a definition, or texts, by commas or `or`."""
    names = re.split(r", | or ", text)
    if names == ["any"]:
        return {}
    if names[0].startswith('"'):
        values = [json.loads(name) for name in names]
        return {"const": values[0]} if len(values) == 1 else {"enum": values}
    if set(names) <= TYPES:
        return {"type": names[0] if len(names) == 1 else names}
    need(len(names) == 1 or (len(names) == 2 and names[1] == "null"), f"no type {text}")
    definition = {"$ref": f"#/$defs/{names[0]}"}
    return definition if len(names) == 1 else {"anyOf": [definition, {"type": "null"}]}


def sentence_of(key, row):
    """With the unit, where the key does not say it."""
    unit = row["unit"].strip()
    own = next((UNITS[end] for end in UNITS if key.endswith(end)), None)
    need(own in (None, unit) or "number" not in row["type"], f"{row['key']} is in {own}, not in {unit or 'no unit'}")
    said = row["sentence"].replace("\\|", "|")
    return " ".join(part for part in (said, f"Unit: {unit}." if unit and not own else "") if part)


def put(schema, row):
    """A row of a table into the schema of its object: `a[].b` is the field b of the items of a, which stand above it."""
    *above, last = row["key"].split(".")
    for step in above:
        name = step.rstrip("[]")
        need(name in schema.get("properties", {}), f"{row['key']}: what it belongs to does not stand above it")
        schema = schema["properties"][name]
        for _ in range(step.count("[]")):
            need("items" in schema, f"{row['key']}: what it belongs to is no array")
            schema = schema["items"]
    name, depth = last.rstrip("[]"), last.count("[]")
    said = sentence_of(name, row)
    inner = ({"description": said} if said else {}) | typed(row["type"])
    fields = schema.setdefault("properties", {})
    if name in fields and depth > 0:  # the array had a row of its own
        schema = fields[name]
        for _ in range(depth - 1):
            schema = schema["items"]
        schema["items"] = inner
        return
    need(name not in fields or schema.get("head"), f"{row['key']} stands there twice")
    for _ in range(depth):
        described = {"description": inner.pop("description")} if "description" in inner else {}
        inner = {**described, "type": "array", "items": inner}
    fields[name] = inner
    if not row["optional"] and name not in schema.setdefault("required", []):
        schema["required"].append(name)


def sections(path):
    """[(heading, rows)] of a page: of its tables, and of what precedes the first heading of the second order, the title."""
    found = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            found.append((line.lstrip("# "), []))
        elif line.startswith("| ") and not line.startswith("| key |"):
            row = ROW.fullmatch(line)
            need(row, f"{path.name}: no row of a table: {line}")
            found[-1][1].append(row.groupdict())
    return found


def filled(rows, schema):
    for row in rows:
        put(schema, row)
    return schema


def references(value):
    if isinstance(value, list):
        return [name for item in value for name in references(item)]
    if not isinstance(value, dict):
        return []
    own = [value["$ref"].rpartition("/")[2]] if "$ref" in value else []
    return own + [name for item in value.values() for name in references(item)]


def schema_of(path):
    """The JSON Schema of a page, with the definitions that it uses."""
    (title, rows), *own = sections(path)
    shared = dict(sections(SHARED)[1:])
    need(not set(dict(own)) & set(shared), f"{path.name} defines what README.md defines")
    known = shared | dict(own)
    head = [] if "without head" in title else shared[HEAD]
    replaced = {row["key"].rstrip("[]") for row in rows}
    schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": title.partition(" (")[0],
              **filled([row for row in head if row["key"].rstrip("[]") not in replaced], {"type": "object"})}
    filled(rows, schema)
    if head:  # "schema", the page's own, begins
        first = schema["properties"].pop("schema")
        schema["properties"] = {"schema": first, **schema["properties"]}
        schema["required"].remove("schema")
        schema["required"].insert(0, "schema")
    definitions, waiting = {}, references(schema)
    while waiting:
        name = waiting.pop(0)
        need(name in known, f"{path.name}: nothing defines {name}")
        if name not in definitions:
            definitions[name] = filled(known[name], {"type": "object"})
            waiting += references(definitions[name])
    need(set(dict(own)) <= set(definitions), f"{path.name} defines what it does not use")
    return schema | ({"$defs": definitions} if definitions else {})


def text_of(value, indent=0, width=100):
    """JSON, what fits into a line in one."""
    line = json.dumps(value, ensure_ascii=True)
    if not isinstance(value, (dict, list)) or indent + len(line) <= width:
        return line
    blanks = " " * (indent + 2)
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    items = [f"{json.dumps(key)}: {text_of(item, indent + 2, width)}" for key, item in value.items()] if isinstance(value, dict) \
        else [text_of(item, indent + 2, width) for item in value]
    return f"{opening}\n{blanks}" + f",\n{blanks}".join(items) + f"\n{' ' * indent}{closing}"


def source_of(texts):
    """C that holds the lines of each text."""
    lines = ['#include "cli/schema.h"', "#include <stddef.h>"]
    for name, text in texts.items():
        lines.append(f"static const char *const {name.replace('-', '_')}_lines[] = {{")
        lines += [f"    {json.dumps(line)}," for line in text.splitlines()]
        lines.append("    NULL};")
    lines.append("const struct schema schemas[] = {")
    lines += [f'    {{"{name}", {name.replace("-", "_")}_lines}},' for name in texts]
    return "\n".join([*lines, "    {NULL, NULL}};", ""])


def main(directory, *paths):
    texts = {path.stem: text_of(schema_of(path)) + "\n" for path in map(pathlib.Path, sorted(paths))}
    for name, text in texts.items():
        pathlib.Path(directory, name + ".json").write_text(text, encoding="ascii")
    pathlib.Path(directory, "schemas.c").write_text(source_of(texts), encoding="ascii")


if __name__ == "__main__":
    main(*sys.argv[1:])
