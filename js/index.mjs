// SPDX-License-Identifier: 0BSD
// index.mjs -- the harness for `import`.
import harness from './harness.cjs';

export const { iterations, metric, execution, warmup, live, seed } = harness;
export default harness;
