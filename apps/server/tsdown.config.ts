import { defineConfig } from 'tsdown';
import manifest from './package.json' with { type: 'json' };

/** The server as a few files (ADR 18). */
export default defineConfig({
  entry: {
    main: 'src/main.ts',
    // The operators' command is bundled with the server, because the two share most of their code.
    satchel: '../operator/src/satchel.ts',
    // Entry points that Node starts by itself, found by `programFile`.
    'database/sqlite/sqlite-worker': 'src/database/sqlite/sqlite-worker.ts',
    'features/thumbnails/resize-process': 'src/features/thumbnails/resize-process.ts',
    'security/hash-worker': 'src/security/hash-worker.ts',
  },
  platform: 'node',
  // Starts faster than modules do, for which Node loads parts of its own that nothing uses.
  format: 'cjs',
  dts: false,
  report: false,
  deps: {
    alwaysBundle: /./,
    neverBundle: [
      // Native code, and a package that serves the files in its own folder.
      ...['sharp', '@fastify/swagger-ui', 'pg-native'],
      ...Object.keys(manifest.devDependencies),
    ],
    onlyBundle: false,
  },
  sourcemap: true,
  // V8 keeps a source with one other character in two bytes for each.
  outputOptions: { sourcemapExcludeSources: true, comments: false, charset: 'ascii' },
  plugins: [
    {
      name: 'lines-of-own-sources',
      // Node reads the maps as it starts: those of all dependencies would take it 200 ms and 40 MB.
      transform: {
        filter: { id: /node_modules/ },
        handler: (code) => ({ code, map: { mappings: '' } }),
      },
    },
    {
      name: 'callers-without-source-maps',
      // Pino asks for the files of its callers. Node would parse our map for that: 5 % of a start, and 6 MiB.
      transform: {
        filter: { id: /pino[\\/]lib[\\/]caller\.js$/ },
        handler: (code) => code.replace('getCallSites()', 'getCallSites({ sourceMap: false })'),
      },
    },
  ],
});
