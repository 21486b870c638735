import { defineConfig, devices } from '@playwright/test';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const DESKTOP = devices['Desktop Chrome'];

/*
 * Every test runs in both languages and on both screens, except those with a tag: `@once` depends on
 * neither, `@desktop` needs a wide screen or a keyboard, `@phone` a narrow one, and `@twice` is slow, so
 * it runs only on a wide screen in English and on a narrow one in Chinese.
 */
const README_SCREENSHOT = '**/readme-screenshot.spec.ts';

export default defineConfig({
  testDir: './e2e',
  outputDir: './test-results',
  // Writes docs/images, so only when told to.
  testIgnore: process.env.UPDATE_SCREENSHOT ? [] : README_SCREENSHOT,
  globalSetup: './e2e/fixtures/build-web-app.ts',
  fullyParallel: true,
  workers: 2,
  // A browser on a busy machine may miss a step. Tests that needed a second try are reported as flaky.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: Boolean(process.env.CI),
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
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
    { name: 'desktop-en', use: { ...DESKTOP, locale: 'en-GB' }, grepInvert: /@phone/ },
    {
      name: 'desktop-zh',
      use: { ...DESKTOP, locale: 'zh-CN' },
      grepInvert: /@phone|@once|@twice/,
    },
    {
      name: 'phone-en',
      use: { ...DESKTOP, ...PHONE, locale: 'en-GB' },
      grepInvert: /@desktop|@once|@twice/,
    },
    {
      name: 'phone-zh',
      use: { ...DESKTOP, ...PHONE, locale: 'zh-CN' },
      grepInvert: /@desktop|@once/,
    },
  ],
});
