import { expect } from '@playwright/test';
import { WHOLE_CHROMIUM } from '@satchel/test-kit/chromium-options';
import { logInByApi } from './fixtures/api.ts';
import { uniqueWord } from './fixtures/lists.ts';
import { countTexts, queueText } from './fixtures/queue.ts';
import { test } from './fixtures/test.ts';

// Only the full browser shows notifications.
test.use({ isLoggedIn: true, serviceWorkers: 'allow', launchOptions: WHOLE_CHROMIUM });

test('the service worker sends what waits while no tab of the app is open, and says so (SPEC 4)', {
  tag: '@once',
}, async ({ page, context, t, server }) => {
  const word = uniqueWord();
  await context.grantPermissions(['notifications'], { origin: server.origin });
  await queueText(page, context, t, word);
  await page.close();
  await context.setOffline(false);
  // Opens an empty page, through which the test tells the browser that the network is back.
  const elsewhere = await context.newPage();
  const session = await context.newCDPSession(elsewhere);
  const registration = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const found = registrations.find(({ scopeURL }) => scopeURL.startsWith(server.origin));
      if (found) resolve(found.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.dispatchSyncEvent', {
    origin: server.origin,
    registrationId: await registration,
    tag: 'sync-offline-queue',
    lastChance: false,
  });
  const api = await logInByApi(server.origin);
  await expect.poll(() => countTexts(api, word)).toBe(1);

  const again = await context.newPage();
  await again.goto('/');
  const shown = () =>
    again.evaluate(async () => {
      const found = await (await navigator.serviceWorker.ready).getNotifications();
      return found.map(({ body }) => body);
    });
  await expect.poll(shown).toEqual([t('offline:notification.applied')]);
});
