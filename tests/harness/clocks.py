# SPDX-License-Identifier: GPL-3.0-or-later
"""Iterations that sleep for 20 ms and then use a processor for 5 ms."""
import time

import assay

for _ in assay.iterations():
    begin = time.process_time()
    time.sleep(0.02)
    while time.process_time() - begin < 0.005:
        pass
