import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: ['src/**/*.test.ts'], testTimeout: 30_000 } },
      {
        test: {
          name: 'gallery',
          include: ['gallery/test/*.test.ts'],
          globalSetup: ['gallery/test/serve-gallery.ts'],
          testTimeout: 120_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
          // Same as the app's browser tests: a busy machine may miss a step.
          retry: process.env.CI ? 1 : 0,
          expect: { poll: { timeout: 15_000 } },
        },
      },
    ],
  },
});
