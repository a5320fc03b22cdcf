// SPDX-License-Identifier: 0BSD
// vitest.mjs -- keeps every value that `vitest bench` measures, in the order of measurement.
//
//     export default defineConfig({ plugins: [assay({ file: 'new.json' })] });
//
// What is measured in workers comes back as `meta` of tests; the reporter writes it. vitest 3 and 4 are given a runner, 5 a provider.
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import values from './values.cjs';

const beside = (name) => fileURLToPath(new URL(name, import.meta.url));

function majorOf(root) {
  const { version } = createRequire(`${root}/`)('vitest/package.json');
  return Number(version.split('.')[0]);
}

class Reporter {
  constructor(root, where) {
    Object.assign(this, { root, where });
  }

  // As vitest itself names it: the file, then the suites.
  nameOf(module, { groups, name }) {
    return `${[path.relative(this.root, module.moduleId), ...groups].join(' > ')}/${name}`;
  }

  onTestRunEnd(modules) {
    const measured = [];
    for (const module of modules)
      for (const test of module.children.allTests())
        for (const one of test.meta().assay ?? [])
          measured.push({ ...one, started: new Date(one.started), benchmark: this.nameOf(module, one) });
    if (measured.length > 0) values.write(measured, this.where);
  }
}

export function assay(where = {}) {
  return {
    name: 'assay',
    config(config, { mode }) {
      const root = path.resolve(config.root ?? '.');
      const reporters = ['default', new Reporter(root, where)];
      if (majorOf(root) >= 5) return { test: { reporters, benchmark: { provider: beside('vitest-provider.mjs') } } };
      return mode === 'benchmark' ? { test: { runner: beside('vitest-runner.mjs'), benchmark: { reporters } } } : {};
    },
  };
}

export default assay;
