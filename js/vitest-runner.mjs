// SPDX-License-Identifier: 0BSD
// vitest-runner.mjs -- vitest's own runner of benchmarks (3, 4), whose tasks keep what they measure.
import { NodeBenchmarkRunner } from 'vitest/runners';
import adapter from './timed.cjs';

const { timed, kept } = adapter;

function groupsOf(benchmark) {
  const names = [];
  for (let suite = benchmark.suite; suite && suite !== benchmark.file; suite = suite.suite) names.unshift(suite.name);
  return names;
}

const isRun = (task) => task.mode === 'run' || task.mode === 'queued';

// In the order in which vitest makes tasks of them: suites inside first.
function* benchmarksOf(suite) {
  const tasks = suite.tasks.filter(isRun);
  for (const task of tasks) if (task.type === 'suite') yield* benchmarksOf(task);
  for (const task of tasks) if (task.meta?.benchmark) yield task;
}

export default class extends NodeBenchmarkRunner {
  #waiting = [];

  async runSuite(suite) {
    this.#waiting = [...benchmarksOf(suite)];
    await super.runSuite(suite);
  }

  #next(name) {
    const benchmark = this.#waiting.shift();
    if (benchmark?.name !== name) throw new Error(`assay/vitest cannot tell which benchmark "${name}" is: this vitest runs them in another order`);
    return benchmark;
  }

  async importTinybench() {
    const { Bench, Task } = await super.importTinybench();
    const next = (name) => this.#next(name);
    class Keeping extends Task {
      constructor(bench, name, fn, options) {
        const durations = [];
        const benchmark = next(name);
        const started = new Date();
        super(bench, name, timed(fn, bench.now, durations), options);
        // Before vitest's own listener, which sends the benchmark as it then is.
        this.addEventListener('complete', () => {
          const { warmUp, values } = kept(name, durations, this.runs, started);
          benchmark.meta.assay = [{ groups: groupsOf(benchmark), name, started: started.toISOString(), warmUp, values }];
        });
      }
    }
    return { Bench, Task: Keeping };
  }
}
