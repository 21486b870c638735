import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/** Schemas are declarations in the browser, which never validates with them. */
const DECLARED_SCHEMAS = fileURLToPath(
  new URL('./src/shared/api/declared-schemas.ts', import.meta.url),
);

const SERVER = 'http://localhost:8787';

/** Two files for what every page needs: many small ones compress badly and cost round trips. */
const INITIAL_CHUNKS = [
  {
    name: 'vendor',
    priority: 2,
    test: /node_modules[\\/](\.pnpm[\\/])?(react|react-dom|scheduler|i18next|react-i18next|@tanstack[+\\/](react-router|router-core|history|store|react-store)|clsx|use-sync-external-store|ky)[@\\/]/,
  },
  {
    name: 'shell',
    priority: 1,
    test: /[\\/]src[\\/](router|route-tree\.gen|routes[\\/].*)\.tsx?$/,
  },
];

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
  ],
  resolve: { alias: { zod: DECLARED_SCHEMAS } },
  build: {
    // light-dark() and the rest of Baseline 2024 go out as written.
    target: ['chrome123', 'edge123', 'firefox128', 'safari17.5'],
    assetsInlineLimit: 0,
    // For scripts/check-initial-size.ts.
    manifest: true,
    rolldownOptions: { output: { codeSplitting: { groups: INITIAL_CHUNKS } } },
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
