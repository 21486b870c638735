import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { build } from 'tsdown';
import { CHROMIUM_OPTIONS } from './chromium-options.ts';

/** Starts the system's Chromium, or the one that the environment names. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch(CHROMIUM_OPTIONS);
}

/** A page's script with the package in it, as a bundler makes it. */
export async function bundle(entry: string): Promise<string> {
  const outDir = await mkdtemp(join(tmpdir(), 'uploader-page-'));
  try {
    await build({
      ...{ config: false, outDir, platform: 'browser', dts: false, logLevel: 'silent' },
      entry: { page: entry },
      minify: true,
      deps: { alwaysBundle: [/.*/] },
      define: { 'process.env.NODE_ENV': '"production"' },
    });
    return await readFile(join(outDir, 'page.js'), 'utf8');
  } finally {
    await rm(outDir, { recursive: true });
  }
}
