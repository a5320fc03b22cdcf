// SPDX-License-Identifier: 0BSD
// tinybench.mjs -- the adapter for `import`.
import adapter from './tinybench.cjs';

export const { record } = adapter;
