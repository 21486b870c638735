import { defineConfig } from 'vitest/config';

const INTEGRATION = ['src/**/*.integration.test.ts'];

export default defineConfig({
  test: {
    // Commands are processes, and a server with its databases runs besides them.
    maxWorkers: 2,
    retry: process.env.CI ? 1 : 0,
    execArgv: ['--disable-warning=ExperimentalWarning'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: ['src/**/*.test.ts'], exclude: INTEGRATION },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: INTEGRATION,
          globalSetup: [
            '../server/test/global-setup.ts',
            '../../packages/local-s3/test/global-setup.ts',
          ],
        },
      },
    ],
  },
});
