import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, preview } from 'vite';
import type { TestProject } from 'vitest/node';

const configFile = join(import.meta.dirname, '../vite.config.ts');

declare module 'vitest' {
  interface ProvidedContext {
    galleryUrl: string;
  }
}

/** Builds the gallery once for all tests, as the web app builds its components, and serves it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const outDir = await mkdtemp(join(tmpdir(), 'satchel-gallery-'));
  const shared = { configFile, logLevel: 'error' } as const;
  await build({ ...shared, build: { outDir, emptyOutDir: true } });
  const server = await preview({ ...shared, build: { outDir }, preview: { port: 0 } });
  project.provide('galleryUrl', server.resolvedUrls?.local[0] ?? '');
  return async () => {
    await server.close();
    await rm(outDir, { recursive: true });
  };
}
