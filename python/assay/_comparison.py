# SPDX-License-Identifier: GPL-3.0-or-later
"""A comparison as an object: numbers by name, a line a row, a card in a notebook."""
from __future__ import annotations

import json as _json
import math
from html import escape
from typing import Any, Iterator

from ._advice import of_package
from ._frame import _need
from ._reason import reason_of

# Of a middle lightness: notebooks are light or dark, and a table knows not which.
_GREEN, _RED, _GREY = "#2c974b", "#d9472b", "#7d8590"
_COLOURS = {"faster": _GREEN, "less": _GREEN, "better": _GREEN, "slower": _RED, "more": _RED, "worse": _RED}
_CELL = "text-align:left;padding:.15em .9em .15em 0;white-space:nowrap"
_WIDTH, _HALF = 220, 104  # of the drawing of an interval, in px


class Row:
    """One benchmark and metric of one new system. ratio: new over old; interval: its bounds (± inf where there is none); verdict: as the
    program says it; reason: why it is not decided, None where it is; warnings: of this metric. All else by key, as docs/schema has it:
    row["old"]["mean"]."""

    def __init__(self, data: "dict[str, Any]", warnings: "list[dict[str, Any]]", order: "str | None" = None):
        self.data = data
        self.benchmark: str = data["benchmark"]
        self.metric: str = data["metric"]
        self.unit: str = data["unit"]
        self.old: str = data["old"]["system"]
        self.new: str = data["new"]["system"]
        self.verdict: str = data["verdict"]
        ratio = data.get("ratio") or {}
        self.ratio: float = _number(ratio.get("estimate"), math.nan)
        bounds = ratio.get("interval") or {}
        self.interval: "tuple[float, float]" = (_number(bounds.get("lower"), -math.inf), _number(bounds.get("upper"), math.inf))
        own = [w for w in warnings if w.get("benchmark") in (None, self.benchmark) and w.get("metric") in (None, self.metric)]
        self.warnings: "list[str]" = [*dict.fromkeys(of_package(w["message"]) for w in own)]
        self.reason: "str | None" = reason_of(data, own, order)

    def __getitem__(self, key: str) -> Any:
        return self.data[key]

    @property
    def change_percent(self) -> float:
        return 100 * (self.ratio - 1)

    def __repr__(self) -> str:
        low, high = self.interval
        why = "" if self.reason is None else f"\n  {self.reason}"
        return f"{self.new} / {self.old} on {self.benchmark} ({self.metric}): {self.ratio:.4g} [{low:.4g}, {high:.4g}] {self.verdict}{why}"


def _number(value: Any, otherwise: float) -> float:
    return otherwise if value is None else float(value)


class Comparison:
    """rows: each benchmark and metric of each new system, the deciding metric of a benchmark first. ratio, interval, verdict, reason: of the
    only comparison there is, by its deciding metric. warnings: of the deciding metrics, each once. json: the document as text, to the last byte that of `assay compare --json`;
    document: the same as a dict (docs/schema/compare.md). `to_pandas()`: a row each."""

    def __init__(self, text: bytes):
        self.json: str = text.decode()
        self.document: "dict[str, Any]" = _json.loads(text)
        self.rows: "list[Row]" = [Row(data, self.document["warnings"], (self.document.get("order") or {}).get("by"))
                                   for data in self.document["comparisons"]]
        self.warnings: "list[str]" = self._told()
        self.confidence: float = self.document["confidence"]

    @property
    def deciding(self) -> "list[Row]":
        """The first row of each benchmark and new system: its deciding metric."""
        found: "dict[tuple[str, str], Row]" = {}
        for row in self.rows:
            found.setdefault((row.benchmark, row.new), row)
        return [*found.values()]

    def _told(self) -> "list[str]":
        """Of the deciding metrics, by name where these are several; without a comparison, all."""
        rows = self.deciding
        if not rows:
            return [*dict.fromkeys(of_package(w["message"]) for w in self.document["warnings"])]
        if len({row.metric for row in rows}) == 1:
            return [*dict.fromkeys(text for row in rows for text in row.warnings)]
        general = {of_package(w["message"]) for w in self.document["warnings"] if w.get("metric") is None}
        return [*dict.fromkeys(text if text in general else f"{row.metric}: {text}" for row in rows for text in row.warnings)]

    def _only(self) -> Row:
        rows = self.deciding
        if len(rows) != 1:
            raise ValueError(f"{len(rows)} benchmarks and systems were compared: take .rows, or name one by benchmarks= and new_systems=")
        return rows[0]

    @property
    def ratio(self) -> float:
        return self._only().ratio

    @property
    def interval(self) -> "tuple[float, float]":
        return self._only().interval

    @property
    def verdict(self) -> str:
        return self._only().verdict

    @property
    def reason(self) -> "str | None":
        """Why it is not decided, and what would decide it; None: it is."""
        return self._only().reason

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)

    def __repr__(self) -> str:
        return "\n".join(map(repr, self.deciding)) or "<nothing compared>"

    def to_pandas(self) -> Any:
        return _need("pandas").DataFrame([
            {"benchmark": r.benchmark, "metric": r.metric, "unit": r.unit, "old": r.old, "new": r.new, "ratio": r.ratio, "lower": r.interval[0],
             "upper": r.interval[1], "verdict": r.verdict} for r in self.rows])

    def plot(self, axes: Any = None) -> Any:
        """The change of each benchmark with its interval, drawn by matplotlib, which must be installed; gives the axes, a new figure's where
        none are given. In a notebook the comparison itself is drawn without."""
        if axes is None:
            axes = _need("matplotlib.pyplot", "see the comparison itself in a notebook, which needs nothing").subplots(figsize=(7, 1.2 + 0.35 * len(self.deciding)), layout="constrained")[1]
        rows = self.deciding[::-1]
        for place, row in enumerate(rows):
            axes.plot([100 * (bound - 1) for bound in _drawn(row)], [place] * 2, color=_colour(row), linewidth=2.5)
            axes.plot([row.change_percent], [place], "o", color=_colour(row))
        axes.axvline(0, color=_GREY, linewidth=0.8, zorder=0)
        axes.set_yticks(range(len(rows)), [f"{row.benchmark} ({row.metric})" for row in rows])
        axes.margins(y=0.5 / max(len(rows), 1))
        axes.set_xlabel(f"change in %, with {100 * self.confidence:g} % confidence")
        axes.set_title(f"{self.document['old']} → {_words(self.document['new'])}", loc="left")
        return axes

    def _repr_html_(self) -> str:
        rows = self.deciding
        reach = _reach(rows)
        lines = "".join(_html_row(row, reach) for row in rows)
        head = "".join(f'<th style="{_CELL}">{name}</th>' for name in ("benchmark", "metric", "change", f"{100 * self.confidence:g} % interval", "", "verdict"))
        notes = [*dict.fromkeys([*(row.reason for row in rows if row.reason), *self.warnings])]
        told = "".join(f"<li>{escape(text)}</li>" for text in notes)
        return (f'<div style="max-width:64em;overflow-x:auto"><div style="font-weight:600;padding:.3em 0">{escape(str(self.document["old"]))} → '
                f'{escape(_words(self.document["new"]))}</div><table style="border-collapse:collapse;margin:0;table-layout:auto">'
                f"<thead><tr>{head}</tr></thead><tbody>{lines}</tbody></table>"
                + (f'<details><summary>{len(notes)} note{"" if len(notes) == 1 else "s"}</summary><ul>{told}</ul></details>' if notes else "") + "</div>")


def _words(value: Any) -> str:
    return ", ".join(value) if isinstance(value, list) else str(value)


def _colour(row: Row) -> str:
    return _COLOURS.get(row.verdict, _GREY)


def _drawn(row: Row) -> "tuple[float, float]":
    """The interval; where it has no end, the change itself."""
    low, high = (bound if math.isfinite(bound) else row.ratio for bound in row.interval)
    return low, high


def _percent(ratio: float) -> str:
    return _change(ratio) + " %" if math.isfinite(ratio) else "∞"


def _change(ratio: float) -> str:
    return f"{100 * (ratio - 1):+.1f}".replace("-", "−") if math.isfinite(ratio) else "∞"


def _extent(row: Row) -> float:
    return max((abs(ratio - 1) for ratio in (*_drawn(row), row.ratio) if math.isfinite(ratio)), default=0)


def _reach(rows: "list[Row]") -> float:
    """How large a change is drawn: the largest one, but not beyond four times the middle one, or the others would be dots on a line."""
    extents = sorted(map(_extent, rows)) or [0]
    return max(min(extents[-1], 4 * extents[len(extents) // 2]), 0.01)


def _drawing(row: Row, reach: float) -> str:
    def at(ratio: float) -> float:
        return _WIDTH / 2 + _HALF * max(-1, min(1, (ratio - 1) / reach))
    colour, (low, high), beyond = _colour(row), _drawn(row), abs(row.ratio - 1) > reach
    tip = math.copysign(6, row.ratio - 1)
    mark = (f'<path d="M{at(row.ratio) - tip:.1f} 3 l{tip * 1.6:.1f} 5 l{-tip * 1.6:.1f} 5z" fill="{colour}"/>' if beyond else
            f'<circle cx="{at(row.ratio):.1f}" cy="8" r="3.5" fill="{colour}"/>')
    return (f'<svg width="{_WIDTH}" height="16" role="img" aria-label="{escape(_percent(row.ratio))}" style="display:block">'
            f'<line x1="{_WIDTH / 2:g}" x2="{_WIDTH / 2:g}" y1="0" y2="16" stroke="{_GREY}"/>'
            f'<line x1="{at(low):.1f}" x2="{at(high):.1f}" y1="8" y2="8" stroke="{colour}" stroke-width="2.5"/>{mark}</svg>')


def _html_row(row: Row, reach: float) -> str:
    low, high = row.interval
    known = math.isfinite(row.ratio)
    cells = [escape(row.metric), _percent(row.ratio) if known else "–", f"{_change(low)} … {_percent(high)}" if known else "–",
             _drawing(row, reach) if known else "", f'<b style="color:{_COLOURS.get(row.verdict, "inherit")}">{escape(row.verdict)}</b>']
    name = f'<td style="{_CELL};white-space:normal;overflow-wrap:anywhere;min-width:9em">{escape(row.benchmark)}</td>'
    return "<tr>" + name + "".join(f'<td style="{_CELL}">{cell}</td>' for cell in cells) + "</tr>"
