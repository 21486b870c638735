import { defineConfig } from 'tsdown';

export default defineConfig({
  entry: { index: 'src/index.ts' },
  platform: 'neutral',
  // TypeScript 7 has no compiler API, so oxc writes the declarations (`isolatedDeclarations`).
  dts: { oxc: true },
  sourcemap: true,
  minify: true,
});
