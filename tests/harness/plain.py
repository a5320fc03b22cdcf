# SPDX-License-Identifier: GPL-3.0-or-later
"""Work of a nanosecond: how often was it done?"""
import assay

done = 0
for _ in assay.iterations():
    done += 1
print(done)
