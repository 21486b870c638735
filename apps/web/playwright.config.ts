import { defineConfig, devices } from '@playwright/test';
import { QUICK_CHROMIUM } from '@satchel/test-kit/chromium-options';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const DESKTOP = devices['Desktop Chrome'];

/*
 * Every test runs twice: on a wide screen in English and on a narrow one in Chinese. `@once` depends on
 * neither language nor screen, `@desktop` needs a wide screen or a keyboard, `@phone` a narrow one.
 */
const SCREENSHOTS = ['**/readme-screenshot.spec.ts', '**/screens.spec.ts'];

export default defineConfig({
  testDir: './e2e',
  outputDir: './test-results',
  // They write into docs/, so only when told to: `UPDATE_SCREENSHOTS=1 playwright test screen`.
  testIgnore: process.env.UPDATE_SCREENSHOTS ? [] : SCREENSHOTS,
  globalSetup: './e2e/fixtures/build-web-app.ts',
  fullyParallel: true,
  // Pages wait for timers and answers nearly half of the time, so three workers keep two cores busy.
  workers: 3,
  // A browser on a busy machine may miss a step. Tests that needed a second try are reported as flaky.
  retries: process.env.CI ? 1 : 0,
  // Stops a run in which most tests fail, before each of them has timed out twice.
  maxFailures: process.env.CI ? 12 : 0,
  forbidOnly: Boolean(process.env.CI),
  // Some stories are long, and machines of CI busy.
  timeout: process.env.CI ? 120_000 : 60_000,
  expect: { timeout: process.env.CI ? 30_000 : 15_000 },
  reporter: [['list'], ['./e2e/fixtures/skipped-reporter.ts']],
  use: {
    launchOptions: QUICK_CHROMIUM,
    // Motion takes the processor a third of each step; the story about it asks for it.
    contextOptions: { reducedMotion: 'reduce' },
    // Tests that change what a page loads would not see it; those about the worker allow it.
    serviceWorkers: 'block',
    // Not of every first try: to note everything takes a third of the time.
    trace: 'on-first-retry',
  },
  projects: [
    { name: 'desktop-en', use: { ...DESKTOP, locale: 'en-GB' }, grepInvert: /@phone/ },
    {
      name: 'phone-zh',
      use: { ...DESKTOP, ...PHONE, locale: 'zh-CN' },
      grepInvert: /@desktop|@once/,
    },
  ],
});
