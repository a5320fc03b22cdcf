# SPDX-License-Identifier: GPL-3.0-or-later
"""What a user of assay.py writes, with everything that it offers."""
import assay

hits = []
for i in assay.iterations(batch=4):
    for _ in range(4):
        sum(range(100))
    hits.append(i)
assay.metric("hits", "1", hits, more_is_better=True)
assay.execution("size", "byte", 77)
