import { defineConfig } from 'vitest/config';

// Some start package managers, on machines of CI that may be busy.
export default defineConfig({
  test: { name: 'tooling', include: ['*.test.ts'], testTimeout: 120_000, hookTimeout: 120_000 },
});
