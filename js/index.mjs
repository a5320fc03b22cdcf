// SPDX-License-Identifier: 0BSD
// index.mjs -- the harness for `import`.
import harness from './index.cjs';

export const { iterations, metric, execution, warmup, live, seed } = harness;
export default harness;
