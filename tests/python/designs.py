# SPDX-License-Identifier: GPL-3.0-or-later
"""Random designs: levels, counts, unbalanced, several benchmarks; ASSAY_DESIGNS of them."""
import os
import random


def _rows(numbers, levels):
    counts = [numbers.randint(2, 6) for _ in levels]
    effect, noise = numbers.choice([1, 1.005, 1.1]), numbers.choice([0.001, 0.02, 0.3])
    rows = []

    def fill(start, level, labels, centre):
        if level == len(levels):
            rows.append(f"{start},{','.join(map(str, labels))},{centre * numbers.lognormvariate(0, noise)!r}")
            return
        for i in range(counts[level] - (numbers.random() < 0.1)):
            fill(start, level + 1, [*labels, i + 1], centre * numbers.lognormvariate(0, noise))
    for benchmark in range(numbers.randint(1, 3)):
        for system, factor in (("old", 1), ("new", effect)):
            fill(f"{system},b{benchmark}", 0, [], factor * 10 ** benchmark)
    return rows


def random_designs(scratch):
    """Writes d0.csv, d1.csv, … and gives of each the words of its comparison and a seed."""
    numbers = random.Random(57)
    for design in range(int(os.environ.get("ASSAY_DESIGNS", "12"))):
        levels = ["build", "execution", "iteration"][numbers.randrange(3):] if numbers.random() < 0.8 else ["execution"]
        rows = _rows(numbers, levels)
        (scratch / f"d{design}.csv").write_text(f"system,benchmark,{','.join(levels)},seconds\n" + "\n".join(rows) + "\n")
        words = {} if numbers.random() < 0.5 else {"statistic": numbers.choice(["mean", "typical", "median", "p90"])}
        yield words, numbers.randrange(1, 1000)
