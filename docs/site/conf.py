# SPDX-License-Identifier: GPL-3.0-or-later
"""The guide as a site: README and docs as they stand, by Sphinx, MyST and the theme Furo of Debian (make site).

The list of pages at the left is that of docs/README.md, by its headings. What a page links to that is no page of the site is named there
without a link. Nothing on it asks the network for anything; searching is a script with the index in it, and also works from a file.
"""
import os.path
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
LINK = re.compile(r"(?<!!)\[([^\]]+)\]\(([^)#\s:]+)(#[^)\s]*)?\)")

project = "assay"
author = "The assay maintainers"
version = release = re.search(r"version: '(.*)'", (ROOT / "meson.build").read_text()).group(1)
html_title = f"assay {version}"
root_doc = "README"
include_patterns = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "docs/**.md"]
extensions = ["myst_parser"]
myst_heading_anchors = 4
highlight_language = "none"
html_theme = "furo"
html_copy_source = False
html_show_copyright = False
# What Debian's build of the theme leaves out: its dark colours, a style sheet that it has of the root of the web server, and
# the script that its own script imports, which a page read from a disk may not.
NORMALIZE = pathlib.Path("/usr/share/javascript/normalize.css/normalize.css")
html_static_path = ["site.css", str(NORMALIZE)] if NORMALIZE.exists() else ["site.css"]
html_css_files = ["site.css"]
html_js_files = ["scripts/gumshoe-patched.js"]
html_theme_options = {"dark_css_variables": {
    "color-foreground-primary": "#ffffffd8", "color-foreground-secondary": "#a4a8ad", "color-foreground-muted": "#8b9097",
    "color-foreground-border": "#666", "color-background-primary": "#131416", "color-background-secondary": "#1a1c1e",
    "color-background-hover": "#1e2124", "color-background-hover--transparent": "#1e212400", "color-background-border": "#303335",
    "color-background-item": "#444", "color-brand-primary": "#5aa9f5", "color-brand-content": "#5aa9f5",
    "color-highlighted-background": "#083563", "color-highlight-on-target": "#330", "color-card-background": "#18181a"}}


def parts():
    """The headings of docs/README.md, each with the pages that are linked below it."""
    for part in (ROOT / "docs/README.md").read_text().split("\n## ")[1:]:
        pages = [f"docs/{name}" for _, name, _ in LINK.findall(part) if name.endswith(".md")]
        yield part.splitlines()[0], dict.fromkeys(pages)


# Of a page that is called like the project nobody knows what it is of.
TITLES = {"docs/tldr/assay.md": "A page for tldr"}


def contents(caption, pages, more=""):
    return "\n".join(["", "```{toctree}", ":hidden:", f":caption: {caption}", more, "",
                      *(f"{TITLES[page]} <{page}>" if page in TITLES else page for page in pages), "```", ""])


def only_pages(app, name, text):
    """The links of a page to others; of the others the words."""
    place = pathlib.PurePosixPath(name).parent

    def kept(link):
        target = os.path.normpath(place / link.group(2))
        return link.group(0) if app.env.project.path2doc(str(pathlib.Path(app.srcdir) / target)) in app.env.found_docs else link.group(1)
    return LINK.sub(kept, text)


def prepare(app, name, source):
    source[0] = only_pages(app, name, source[0])
    if name == root_doc:
        source[0] += "".join(contents(*part) for part in parts())
        source[0] += contents("Records", ["docs/evidence/*"], ":glob:")
        source[0] += contents("The project", ["docs/README", "CHANGELOG", "CONTRIBUTING", "SECURITY"])
    for place, caption in (("schema", "Documents"), ("reference", "Verbs, options, words")):
        if name == f"docs/{place}/README":
            source[0] += contents(caption, ["*"], ":glob:")


def take_along(app, failure):
    if failure is None and app.builder.format == "html":
        theme, script = (pathlib.Path(app.outdir) / "_static" / name for name in ("styles/furo.css", "scripts/furo.js"))
        theme.write_text(theme.read_text().replace("/javascript/normalize.css/", "../"))
        script.write_text(re.sub("^import .*\n", "", script.read_text()))


def setup(app):
    app.connect("build-finished", take_along)
    app.connect("source-read", prepare)
    return {"parallel_read_safe": True}
