import { defineConfig } from 'tsdown';

export default defineConfig({
  entry: { index: 'src/index.ts', guards: 'src/entries/guards.ts', json: 'src/entries/json.ts' },
  platform: 'neutral',
  // The other entries use the first as everybody does, so that it stays one file.
  deps: { neverBundle: ['@satchel/permissions'] },
  // TypeScript 7 has no compiler API, so oxc writes the declarations (`isolatedDeclarations`).
  dts: { oxc: true },
  sourcemap: true,
  minify: true,
});
