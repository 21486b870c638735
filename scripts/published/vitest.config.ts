import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['*.test.ts'],
    globalSetup: ['pack.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
