// SPDX-License-Identifier: 0BSD
import type { Where } from './tinybench.js';

/** A plugin of vitest's configuration: every value of `vitest bench` is kept, and written when all have run. Needs vitest 3 or later. */
export function assay(where?: Where): { name: string };
export default assay;
