import { expect, type Page } from '@playwright/test';
import { hasProxy } from '@satchel/test-kit/upload-proxy';
import { expectAccessible } from './fixtures/accessible.ts';
import { logInByApi } from './fixtures/api.ts';
import { type FarProxy, startFarProxy } from './fixtures/far-proxy.ts';
import { startServer } from './fixtures/server.ts';
import { test } from './fixtures/test.ts';
import type { Words } from './fixtures/words.ts';

/** So long that windows limit uploads far more than a busy machine does. */
const ROUND_TRIP_MS = 100;
/** Longer than the measurement may take: twice 8 s, and the small requests. */
const TEST_TIMEOUT_MS = 30_000;
const MEASURED = '**/api/system/measure-upload';

test.use({ isLoggedIn: true });

const sheetOf = (page: Page, t: Words) =>
  page.getByRole('dialog', { name: t('dashboard:connection.title') });

async function testConnection(page: Page, t: Words) {
  await page.getByRole('button', { name: t('dashboard:connection.action') }).click();
  const sheet = sheetOf(page, t);
  const again = sheet.getByRole('button', { name: t('dashboard:connection.again') });
  await expect(again).toBeVisible({ timeout: TEST_TIMEOUT_MS });
  return sheet;
}

/** Value of a figure, by its name. */
const figure = (page: Page, t: Words, name: string) =>
  sheetOf(page, t)
    .getByRole('term')
    .filter({ hasText: name })
    .locator('xpath=following-sibling::dd[1]');

test('an administrator tests the connection, and may cancel (SPEC 2)', async ({ page, t }) => {
  await page.goto('/admin');
  const sheet = await testConnection(page, t);
  await expect(sheet.getByText(t('dashboard:connection.fine.separateConnections'))).toBeVisible();
  const figures = 'dashboard:connection.figures';
  await expect(figure(page, t, t(`${figures}.protocol`))).toHaveText('HTTP/1.1');
  await expect(figure(page, t, t(`${figures}.roundTrip`))).toHaveText(/^\d+(\.\d)? ms$/);
  for (const name of ['one', 'several'] as const) {
    await expect(figure(page, t, t(`${figures}.${name}`))).toHaveText(/^[\d.]+ [KMG]B\/s$/);
  }
  await expectAccessible(page);

  const again = sheet.getByRole('button', { name: t('dashboard:connection.again') });
  // Uploads get no answer, so that the test is still running when it is cancelled.
  await page.route(MEASURED, () => undefined);
  await again.click();
  await expect(sheet.getByText(t('dashboard:connection.steps.one'))).toBeVisible();
  await expect(sheet.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '25');
  const cancelled = page.waitForEvent('requestfailed');
  await sheet.getByRole('button', { name: t('dashboard:connection.cancel') }).press('Enter');
  await expect(sheet.getByText(t('dashboard:connection.cancelled'))).toBeVisible();
  expect((await cancelled).url()).toContain('measure-upload');

  await again.press('Enter');
  await expect(sheet.getByText(t('dashboard:connection.steps.one'))).toBeVisible();
  const left = page.waitForEvent('requestfailed');
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  expect((await left).url(), 'a closed test sends no more').toContain('measure-upload');

  await page.unroute(MEASURED);
  await page.route(MEASURED, (route) => route.fulfill({ status: 413 }));
  await testConnection(page, t);
  await expect(
    sheet.getByText(t('dashboard:connection.problems.bodyRefused', { size: '64 KB' })),
  ).toBeVisible();
});

/** Opens the dashboard through a proxy that is far away. */
async function openFar(page: Page, proxy: FarProxy, token: string) {
  await page.context().addInitScript((value) => localStorage.setItem('admin_token', value), token);
  await page.goto(`${proxy.origin}/admin`);
}

const PASSED_ON = 'client_max_body_size 0; proxy_request_buffering off;';

/** Settings of nginx, and the sentence of the connection test about them. */
const NGINX = [
  {
    title: 'small windows of streams',
    settings: PASSED_ON,
    sentence: 'cures.streamWindow.nginx',
  },
  {
    title: 'no limit with the advised windows',
    settings: `${PASSED_ON} http2_body_preread_size 4m;`,
    sentence: 'fine.noLimit',
  },
  {
    title: 'no limit on a line that is slower than the windows of streams',
    settings: PASSED_ON,
    bytesPerSecond: 300e3,
    sentence: 'fine.noLimit',
  },
  {
    title: 'buffered bodies',
    settings: 'client_max_body_size 0;',
    // A quicker line leaves too little time to tell.
    bytesPerSecond: 10e6,
    sentence: 'cures.buffered.nginx',
  },
  {
    title: 'refused bodies',
    settings: 'client_max_body_size 2m; proxy_request_buffering off; http2_body_preread_size 4m;',
    sentence: 'cures.bodyRefused.nginx',
  },
] as const;

for (const { title, sentence, ...far } of NGINX) {
  test(`behind nginx with HTTP/2 the connection test finds ${title}`, { tag: '@once' }, async ({
    browser,
    server,
    sessions,
    t,
  }) => {
    test.skip(!hasProxy('nginx'), 'nginx is not installed');
    const { token } = await sessions.forPages();
    const target = server.origin;
    const proxy = await startFarProxy('nginx', { target, roundTripMs: ROUND_TRIP_MS, ...far });
    const page = await browser.newPage({ ignoreHTTPSErrors: true });
    try {
      await openFar(page, proxy, token);
      const sheet = await testConnection(page, t);
      await expect(sheet.getByText(t(`dashboard:connection.${sentence}`))).toBeVisible();
      await expect(sheet.getByRole('note')).toHaveCount(sentence.startsWith('cures') ? 1 : 0);
      const figures = 'dashboard:connection.figures';
      await expect(figure(page, t, t(`${figures}.protocol`))).toHaveText('HTTP/2');
      await expect(figure(page, t, t(`${figures}.proxy`))).toHaveText(/^nginx/);
    } finally {
      await page.close();
      await proxy.stop();
    }
  });
}

test('behind Caddy with HTTP/2 the connection test names UPLOAD_URL, and is content once it is set', {
  tag: '@once',
}, async ({ browser, t }) => {
  test.skip(!hasProxy('caddy'), 'Caddy is not installed');
  // Four tests, and three starts of the server.
  test.slow();
  const server = await startServer();
  const proxy = await startFarProxy('caddy', {
    target: server.origin,
    roundTripMs: ROUND_TRIP_MS,
  });
  const page = await browser.newPage({ ignoreHTTPSErrors: true });
  try {
    const { token } = await logInByApi(server.origin);
    await openFar(page, proxy, token);
    let sheet = await testConnection(page, t);
    await expect(
      sheet.getByText(t('dashboard:connection.cures.connectionWindow.caddy')),
    ).toBeVisible();

    await expectAccessible(page);

    const restart = async (uploadUrl: string) => {
      await server.pause();
      await server.resume({ PUBLIC_URL: proxy.origin, UPLOAD_URL: uploadUrl });
      await page.reload();
      sheet = await testConnection(page, t);
    };
    await restart(proxy.uploadOrigin);
    const origins = proxy.uploadOrigin;
    await expect(
      sheet.getByText(t('dashboard:connection.fine.uploadOrigins', { origins })),
    ).toBeVisible();
    await expect(figure(page, t, origins)).toHaveText('HTTP/1.1');

    // Another name of the same HTTP/2 server.
    const shared = proxy.origin.replace('localhost', 'uploads.localhost');
    await restart(shared);
    await expect(sheet.getByText(t('dashboard:connection.cures.originShared.caddy'))).toBeVisible();
    await expect(figure(page, t, shared)).toHaveText('HTTP/2');

    await restart('https://uploads.localhost:9');
    await expect(sheet.getByText(t('dashboard:connection.cures.originSilent.caddy'))).toBeVisible();
    await expect(
      sheet.getByText(t('dashboard:connection.cures.connectionWindow.caddy')),
    ).toBeVisible();
  } finally {
    await page.close();
    await proxy.stop();
    await server.stop();
  }
});
