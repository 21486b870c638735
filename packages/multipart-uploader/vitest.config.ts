import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const radosgw = fileURLToPath(import.meta.resolve('@satchel/local-s3/test/global-setup'));

export default defineConfig({
  test: {
    // Same as the server's tests: one that a busy machine has delayed is tried again, and reported.
    retry: process.env.CI ? 1 : 0,
    testTimeout: 180_000,
    hookTimeout: 120_000,
    projects: [
      { extends: true, test: { name: 'unit', include: ['src/**/*.test.ts'] } },
      {
        extends: true,
        test: { name: 'stores', include: ['test/**/*.test.{ts,tsx}'], globalSetup: [radosgw] },
      },
    ],
  },
});
