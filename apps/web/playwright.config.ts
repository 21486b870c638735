import { defineConfig, devices } from '@playwright/test';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const DESKTOP = devices['Desktop Chrome'];

/** Stories that do not depend on language or screen are told once. */
const TOLD_ONCE = /@once/;
/** Stories of a mouse, a physical keyboard or a wide screen. */
const DESKTOP_ONLY = /@once|@desktop/;

export default defineConfig({
  testDir: './e2e',
  outputDir: './test-results',
  globalSetup: './e2e/fixtures/build-web-app.ts',
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['list'], ['json']] : [['list']],
  use: {
    launchOptions: {
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
    },
    trace: 'retain-on-failure',
  },
  projects: [
    { name: 'desktop-en', use: { ...DESKTOP, locale: 'en-GB' } },
    { name: 'desktop-zh', use: { ...DESKTOP, locale: 'zh-CN' }, grepInvert: TOLD_ONCE },
    { name: 'phone-en', use: { ...DESKTOP, ...PHONE, locale: 'en-GB' }, grepInvert: DESKTOP_ONLY },
    { name: 'phone-zh', use: { ...DESKTOP, ...PHONE, locale: 'zh-CN' }, grepInvert: DESKTOP_ONLY },
  ],
});
