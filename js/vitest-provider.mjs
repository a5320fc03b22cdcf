// SPDX-License-Identifier: 0BSD
// vitest-provider.mjs -- vitest's provider of benchmarks (5): tinybench, as its own one asks it, whose tasks keep what they measure.
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import adapter from './timed.cjs';

const { timed, kept } = adapter;
const now = performance.now.bind(performance);

// That of vitest, which need not stand where this file finds it.
async function tinybench() {
  const vitest = createRequire(import.meta.url).resolve('vitest/package.json');
  return import(pathToFileURL(createRequire(vitest).resolve('tinybench')));
}

function resultOf(task) {
  if (task.result.state !== 'completed') throw task.result.error ?? new Error(`task "${task.name}" did not complete: ${task.result.state}`);
  return { ...task.result, name: task.name };
}

export default {
  async run({ test, config, registrations, options }) {
    const { Bench } = await tinybench();
    const bench = new Bench({ signal: test.context.signal, name: test.fullTestName, retainSamples: config.retainSamples, ...options, now });
    const started = new Date();
    const durations = new Map(registrations.map(({ name }) => [name, []]));
    for (const { name, fn, fnOpts } of registrations) bench.add(name, timed(fn, now, durations.get(name)), fnOpts);
    await bench.run();
    const results = bench.tasks.map(resultOf);
    const groups = [...(test.suite && test.suite !== test.file ? [test.suite.fullTestName ?? test.suite.name] : []), test.name];
    for (const task of bench.tasks) {
      const { warmUp, values } = kept(task.name, durations.get(task.name), task.runs, started);
      (test.meta.assay ??= []).push({ groups, name: task.name, started: started.toISOString(), warmUp, values });
    }
    return results;
  },
};
