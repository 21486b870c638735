import { existsSync } from 'node:fs';

const HEADLESS_SHELL = process.env.CHROMIUM_SHELL_PATH ?? '/usr/bin/chromium-headless-shell';

/**
 * Launch options of the system's Chromium, or of the one that the environment names, without calls home.
 * Benchmarks and tests of notifications need it.
 */
export const WHOLE_CHROMIUM = {
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
  // Chromium saves files with Chinese names as `download` where the system has no language.
  env: { ...process.env, LANG: 'C.UTF-8' },
};

/** Launch options of headless Chromium, if it is installed, because tests take about half the time in it. */
export const QUICK_CHROMIUM = existsSync(HEADLESS_SHELL)
  ? { ...WHOLE_CHROMIUM, executablePath: HEADLESS_SHELL }
  : WHOLE_CHROMIUM;
