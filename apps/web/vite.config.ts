import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { CHUNK_GROUPS } from './build/chunks.ts';
import { compressAssets } from './build/compress-assets.ts';
import { firstPagePreloads } from './build/first-page-preloads.ts';
import { pdfResources } from './build/pdf-resources.ts';

/** Replaces zod in the browser, where schemas are only declared and never validate anything. */
const DECLARED_SCHEMAS = fileURLToPath(
  new URL('./src/shared/api/declared-schemas.ts', import.meta.url),
);

/** Where the project lives, from the one place that a fork changes. */
const { repository } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as { repository: string };

const SERVER = 'http://localhost:8787';

export default defineConfig({
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      routesDirectory: './src/routes',
      generatedRouteTree: './src/route-tree.gen.ts',
      quoteStyle: 'single',
      semicolons: true,
      addExtensions: true,
    }),
    react(),
    tailwindcss(),
    firstPagePreloads(),
    pdfResources(),
    compressAssets(),
  ],
  define: { 'import.meta.env.VITE_REPOSITORY_URL': JSON.stringify(repository) },
  resolve: { alias: { zod: DECLARED_SCHEMAS } },
  build: {
    // CSS of Baseline 2024, such as light-dark(), is not rewritten for older browsers.
    target: ['chrome123', 'edge123', 'firefox128', 'safari17.5'],
    assetsInlineLimit: 0,
    // For scripts/check-initial-size.ts.
    manifest: true,
    rolldownOptions: { output: { codeSplitting: { groups: CHUNK_GROUPS } } },
    chunkSizeWarningLimit: 700,
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': SERVER, '/s3': SERVER },
  },
  test: {
    environment: 'jsdom',
    include: ['src/**/*.test.{ts,tsx}'],
  },
});
