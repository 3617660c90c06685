import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { compiled } from './scripts/compiled.mjs';
import { dataFiles } from './scripts/data-files.mjs';

/** Words after `vitest run` name a part of the tests. */
const isPart = process.argv.slice(3).some((word) => !word.startsWith('-'));

/** What watches the sources takes them as they are. */
const alias = process.argv.includes('run')
  ? [{ find: /^(?:\.\.?\/)+src\/(.+)\.ts$/, replacement: `${await compiled()}/$1.mjs` }]
  : [];

export default defineConfig({
  plugins: [dataFiles],
  resolve: { alias },
  test: {
    include: ['test/**/*.test.ts'],
    reporters: ['default', './test/summary-reporter.ts'],
    globalSetup: ['./test/temporary-folder.ts', './test/postgres/of-the-run.ts'],
    tags: [
      { name: 'slow', description: 'takes over 0.3 s: npm test leaves it out, npm run test:slow runs it' },
      {
        name: 'needed',
        description: 'slow, and in npm test all the same: nothing faster notices as much',
      },
    ],
    slowTestThreshold: 300,
    // No module keeps anything that one test could see of another, so a worker loads each of them once.
    isolate: false,
    server: { deps: { external: [/\/\.compiled\//] } },
    // A file that has not changed since the last run is not compiled again.
    experimental: { fsModuleCache: true },
    // One more than there are processors, as some tests wait for programs that they started; for a part of the tests it
    // does not pay that one more worker loads everything.
    maxWorkers: availableParallelism() + (isPart ? 0 : 1),
    // Most code runs too seldom in tests to be worth optimizing: to wait ten times as long with that saves a fifth of the CPU
    // time. Node 22 and later have no such option.
    execArgv: Number.parseInt(process.versions.node, 10) < 22 ? ['--interrupt-budget=600000'] : [],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // What people see names the time of their own zone.
    env: { NODE_EXTRA_CA_CERTS: '', TZ: 'UTC' },
  },
});
