import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** `npm run gallery` in this package shows it. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss()],
  // Same targets as the web app. light-dark() of Baseline 2024 is not rewritten, because that would break a
  // theme within a theme.
  build: { target: ['chrome123', 'edge123', 'firefox128', 'safari17.5'] },
  server: { host: '127.0.0.1', port: 5180 },
});
