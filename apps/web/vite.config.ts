import { readFileSync } from 'node:fs';
import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { VitePWA } from 'vite-plugin-pwa';
import { defineConfig } from 'vitest/config';
import { createAppShell } from './build/app-shell.ts';
import { bundledFont } from './build/bundled-font.ts';
import { CHUNK_GROUPS } from './build/chunks.ts';
import { compressAssets } from './build/compress-assets.ts';
import { pdfResources } from './build/pdf-resources.ts';

/** Address of the project's repository; a fork changes it in package.json only. */
const { repository } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as { repository: string };

const appShell = createAppShell();
const SERVER = 'http://localhost:8787';

export default defineConfig({
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      codeSplittingOptions: {
        // Visitors, who open neither the panel nor mounts, do not load what those pages begin with.
        splitBehavior: ({ routeId }) =>
          /^\/(admin|mount-explorer)/.test(routeId) ? [['loader', 'component']] : undefined,
      },
      routesDirectory: './src/routes',
      generatedRouteTree: './route-tree.gen.ts',
      quoteStyle: 'single',
      semicolons: true,
      addExtensions: true,
    }),
    react(),
    tailwindcss(),
    bundledFont(),
    pdfResources(),
    appShell.plugin,
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src/service-worker',
      filename: 'service-worker.ts',
      // The app registers it after its first paint, and has its own manifest in public/.
      injectRegister: false,
      manifest: false,
      injectManifest: {
        globPatterns: ['**/*'],
        globIgnores: ['**/*.{br,gz,map,txt,pdf}', 'assets/pdf/**', 'icons/**', '.vite/**'],
        maximumFileSizeToCacheInBytes: 4_000_000,
        dontCacheBustURLsMatching: /^assets\//,
        manifestTransforms: [appShell.mark],
      },
    }),
    compressAssets(),
  ],
  define: { 'import.meta.env.VITE_REPOSITORY_URL': JSON.stringify(repository) },
  build: {
    // CSS of Baseline 2024, such as light-dark(), is not rewritten for older browsers.
    target: ['chrome123', 'edge123', 'firefox128', 'safari17.5'],
    assetsInlineLimit: 0,
    // All of these browsers preload modules themselves.
    modulePreload: { polyfill: false },
    // For scripts/check-initial-size.ts.
    manifest: true,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: CHUNK_GROUPS },
        // Short names, because the first page lists every file of all others.
        chunkFileNames: 'assets/[name]-[hash:7].js',
      },
    },
    chunkSizeWarningLimit: 700,
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': SERVER, '/s3': SERVER },
  },
  test: {
    environment: 'jsdom',
    include: ['{src,build}/**/*.test.{ts,tsx}'],
    // Makes jsdom once a worker instead of once a file, which took six times as long as the tests.
    pool: 'vmThreads',
  },
});
