import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    // Each command is a process, and a server runs beside them.
    maxWorkers: 2,
    // Same as the server's tests: one that a busy machine has delayed is tried again, and reported.
    retry: process.env.CI ? 1 : 0,
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});
