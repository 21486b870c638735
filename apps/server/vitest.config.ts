import { defineConfig } from 'vitest/config';

const INTEGRATION = ['src/**/*.integration.test.ts', 'test/**/*.integration.test.ts'];

export default defineConfig({
  test: {
    // Many tests wait for children, clocks and storages, so three workers keep two cores busy.
    maxWorkers: 3,
    // Files of a worker share its modules, because each import of the whole server takes seconds. No test
    // replaces modules of ours, and servers keep nothing in modules.
    isolate: false,
    // Same as the browser tests: a test that a busy machine has delayed is tried again, and reported.
    retry: process.env.CI ? 1 : 0,
    execArgv: [
      '--disable-warning=ExperimentalWarning',
      // A worker holds hundreds of servers one after the other, and collecting garbage took up to a fifth of its time.
      ...['--min-semi-space-size=16', '--max-semi-space-size=32', '--initial-old-space-size=512'],
      '--wasm-tiering-budget=100000000',
    ],
    // Some compile whole documents with the compiler, beside another suite.
    testTimeout: 180_000,
    // Some start three servers and a proxy.
    hookTimeout: 400_000,
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: ['src/**/*.test.ts'], exclude: INTEGRATION },
      },
      {
        extends: true,
        resolve: {
          alias: {
            '#security/password-strength.ts': `${import.meta.dirname}/test/weak-passwords.ts`,
            '#program-files': `${import.meta.dirname}/test/bundled-programs.ts`,
          },
        },
        test: {
          name: 'integration',
          include: INTEGRATION,
          globalSetup: ['test/global-setup.ts', '../../packages/local-s3/test/global-setup.ts'],
        },
      },
    ],
  },
});
