import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type LaunchOptions } from '@playwright/test';
import { build } from 'tsdown';
import { QUICK_CHROMIUM } from './chromium-options.ts';

/** Starts headless Chromium, or the one of `options`. */
export function launchChromium(options: LaunchOptions = QUICK_CHROMIUM): Promise<Browser> {
  return chromium.launch(options);
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
