# SPDX-License-Identifier: GPL-3.0-or-later
"""A comparison as an object: numbers by name, a line a row, a card in a notebook."""
from __future__ import annotations

import json as _json
import math
from html import escape
from typing import Any, Iterator

_COLOURS = {"faster": "#1a7f37", "less": "#1a7f37", "better": "#1a7f37", "slower": "#c4320a", "more": "#c4320a", "worse": "#c4320a"}

_CELL = "text-align:left;padding:.1em .8em .1em 0"


class Row:
    """One benchmark and metric of one new system. ratio: new over old; interval: its bounds (± inf where there is none); verdict: as the
    program says it. All else by key, as docs/schema has it: row["old"]["mean"]."""

    def __init__(self, data: "dict[str, Any]"):
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

    def __getitem__(self, key: str) -> Any:
        return self.data[key]

    @property
    def change_percent(self) -> float:
        return 100 * (self.ratio - 1)

    def __repr__(self) -> str:
        low, high = self.interval
        return (f"{self.new} / {self.old} on {self.benchmark} ({self.metric}): {self.ratio:.4g} [{low:.4g}, {high:.4g}] {self.verdict}")


def _number(value: Any, otherwise: float) -> float:
    return otherwise if value is None else float(value)


class Comparison:
    """rows: each benchmark and metric of each new system, the deciding metric of a benchmark first. ratio, interval, verdict: of the only
    comparison there is, by its deciding metric. json: the document as text, to the last byte that of `assay compare --json`;
    document: the same as a dict (docs/schema/compare.md). `to_pandas()`: a row each."""

    def __init__(self, text: bytes):
        self.json: str = text.decode()
        self.document: "dict[str, Any]" = _json.loads(text)
        self.rows: "list[Row]" = [Row(data) for data in self.document["comparisons"]]
        self.warnings: "list[str]" = [w["message"] for w in self.document["warnings"]]
        self.confidence: float = self.document["confidence"]

    @property
    def deciding(self) -> "list[Row]":
        """The first row of each benchmark and new system: its deciding metric."""
        found: "dict[tuple[str, str], Row]" = {}
        for row in self.rows:
            found.setdefault((row.benchmark, row.new), row)
        return [*found.values()]

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

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)

    def __repr__(self) -> str:
        return "\n".join(map(repr, self.deciding)) or "<nothing compared>"

    def to_pandas(self) -> Any:
        from ._frame import _need
        return _need("pandas").DataFrame([
            {"benchmark": r.benchmark, "metric": r.metric, "unit": r.unit, "old": r.old, "new": r.new, "ratio": r.ratio, "lower": r.interval[0],
             "upper": r.interval[1], "verdict": r.verdict} for r in self.rows])

    def _repr_html_(self) -> str:
        rows = self.deciding
        span = max([abs(b - 1) for r in rows for b in (*r.interval, r.ratio) if math.isfinite(b)] + [0.01]) * 1.1
        lines = "".join(_html_row(row, span) for row in rows)
        head = "".join(f'<th style="{_CELL}">{name}</th>' for name in ("benchmark", "metric", "change", "interval", "", "verdict"))
        notes = "".join(f"<li>{escape(text)}</li>" for text in dict.fromkeys(self.warnings))
        return (f'<div style="max-width:56em"><table style="border-collapse:collapse"><caption style="text-align:left;font-weight:600;padding:.3em 0">'
                f'{escape(str(self.document["old"]))} → {escape(_words(self.document["new"]))}, {100 * self.confidence:g} % confidence</caption>'
                f'<tr>{head}</tr>'
                f"{lines}</table>" + (f'<details><summary>{len(dict.fromkeys(self.warnings))} notes</summary><ul>{notes}</ul></details>' if notes else "") + "</div>")


def _words(value: Any) -> str:
    return ", ".join(value) if isinstance(value, list) else str(value)


def _percent(ratio: float) -> str:
    return f"{100 * (ratio - 1):+.1f} %".replace("-", "−") if math.isfinite(ratio) else "∞"


def _html_row(row: Row, span: float) -> str:
    def at(ratio: float) -> float:
        return 100 + 95 * max(-1, min(1, (ratio - 1) / span))
    low, high = row.interval
    colour = _COLOURS.get(row.verdict, "#57606a")
    plot = (f'<svg width="200" height="16" role="img" aria-label="{escape(_percent(row.ratio))}"><line x1="100" x2="100" y1="0" y2="16" stroke="#8c959f"/>'
            f'<line x1="{at(low):.1f}" x2="{at(high):.1f}" y1="8" y2="8" stroke="{colour}" stroke-width="3"/>'
            f'<circle cx="{at(row.ratio):.1f}" cy="8" r="4" fill="{colour}"/></svg>' if math.isfinite(row.ratio) else "")
    cells = [escape(row.benchmark), escape(row.metric), _percent(row.ratio), f"{_percent(low)} … {_percent(high)}", plot,
             f'<b style="color:{colour}">{escape(row.verdict)}</b>']
    return "<tr>" + "".join(f'<td style="{_CELL}">{cell}</td>' for cell in cells) + "</tr>"
