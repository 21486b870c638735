import { createRequire } from 'node:module';
import { join } from 'node:path';
import { defineConfig } from 'tsdown';

const require = createRequire(import.meta.url);
const typescript = join(require.resolve('typescript/package.json'), '..');

export default defineConfig({
  entry: ['src/*.{ts,tsx}', '!src/**/*.test.*'],
  platform: 'browser',
  unbundle: true,
  sourcemap: true,
  copy: ['src/theme.css'],
  dts: { tsgo: { path: join(typescript, 'bin/tsc') } },
});
