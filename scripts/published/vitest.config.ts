import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['*.test.ts'],
    globalSetup: ['pack.ts'],
    testTimeout: 180_000,
    hookTimeout: 300_000,
  },
});
