import { defineConfig } from 'vitest/config';
import { dataFiles } from './scripts/data-files.mjs';

export default defineConfig({
  plugins: [dataFiles],
  test: {
    include: ['test/**/*.test.ts'],
    reporters: ['default', './test/summary-reporter.ts'],
    globalSetup: ['./test/temporary-folder.ts'],
    // No module keeps anything that one test could see of another, so a worker loads each of them once.
    isolate: false,
    maxWorkers: '100%',
    testTimeout: 30_000,
    hookTimeout: 60_000,
    env: { NODE_EXTRA_CA_CERTS: '' },
  },
});
