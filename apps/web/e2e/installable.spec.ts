import { expect, type Page } from '@playwright/test';
import { openFirst } from './fixtures/offline.ts';
import { editorOf, logIn } from './fixtures/steps.ts';
import { test } from './fixtures/test.ts';

test.use({ serviceWorkers: 'allow' });

test('the app meets the criteria of the browser for being installed (SPEC 1)', {
  tag: '@once',
}, async ({ page, context }) => {
  await openFirst(page);
  const session = await context.newCDPSession(page);
  const { errors, data = '' } = await session.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  // An incognito window can never install apps.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);

  const manifest = JSON.parse(data) as Record<'icons' | 'screenshots' | 'shortcuts', Asset[]>;
  const addresses = [...manifest.icons, ...manifest.screenshots].map(({ src }) => src);
  expect(addresses.length).toBeGreaterThanOrEqual(6);
  for (const asset of [...manifest.icons, ...manifest.screenshots]) {
    const reply = await page.request.get(asset.src ?? '');
    expect([reply.status(), reply.headers()['content-type']]).toEqual([200, asset.type]);
  }
  expect(manifest.shortcuts.map(({ url }) => url)).toEqual(['/', '/upload', '/mount-explorer']);
});

interface Asset {
  readonly src?: string;
  readonly type?: string;
  readonly url?: string;
}

/** Fires the browser's install prompt, which it shows only to returning visitors. */
const offer = (page: Page) =>
  page.evaluate(() => {
    const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: async () => {
        document.documentElement.dataset.prompted = 'yes';
      },
      userChoice: Promise.resolve({ outcome: 'dismissed' }),
    });
    window.dispatchEvent(event);
  });

test('the offer to install the app is put off for seven days (SPEC 4, 9) @once', async ({
  page,
  t,
}) => {
  const bar = page.getByRole('region', { name: t('offline:install.label') });
  const visit = async () => {
    await openFirst(page);
    await offer(page);
  };
  const ageDismissal = (days: number) =>
    page.evaluate((ms) => {
      localStorage.setItem('pwa-install-dismissed', String(Date.now() - ms));
    }, days * 86_400_000);
  await visit();
  await bar.getByRole('button', { name: t('offline:install.later') }).click();
  await expect(bar).toBeHidden();
  await ageDismissal(6.9);
  await visit();
  // Waits for the editor, because the bar would have appeared before it.
  await expect(editorOf(page, t)).toBeVisible();
  await expect(bar).toBeHidden();
  await ageDismissal(7.1);
  await visit();
  await bar.getByRole('button', { name: t('offline:install.accept') }).click();
  await expect(page.locator('html')).toHaveAttribute('data-prompted', 'yes');

  // A stranger with a link came for something else, and the bar would move it.
  await ageDismissal(7.1);
  await page.goto('/share/no-such-link');
  await offer(page);
  await page.context().setOffline(true);
  await expect(page.getByRole('region', { name: t('offline:bar.label') })).toBeVisible();
  await expect(bar).toBeHidden();
});

/** Posts a share like the system's share sheet. */
const shareInto = (page: Page, text: string, fileName?: string) =>
  page.evaluate(
    ([given, name]) => {
      const form = document.createElement('form');
      Object.assign(form, {
        method: 'post',
        action: '/share-target',
        enctype: 'multipart/form-data',
      });
      const add = (field: string, type: string) => {
        const input = Object.assign(document.createElement('input'), { name: field, type });
        form.append(input);
        return input;
      };
      add('text', 'text').value = given ?? '';
      if (name) {
        const files = new DataTransfer();
        files.items.add(new File(['content'], name, { type: 'text/plain' }));
        add('files', 'file').files = files.files;
      }
      document.body.append(form);
      form.submit();
    },
    [text, fileName] as const,
  );

test('a text from another app is kept while nobody is logged in, and shared after that', {
  tag: '@once',
}, async ({ page, t }) => {
  const bar = page.getByRole('region', { name: t('offline:incoming.label') });
  await openFirst(page);
  await shareInto(page, 'https://example.org/from-elsewhere');
  await expect(bar).toContainText('https://example.org/from-elsewhere');
  await expect(bar).toContainText(t('offline:incoming.logIn'));
  await page.goto('/admin');
  await logIn(page, t);
  await bar.getByRole('button', { name: t('offline:incoming.useText') }).click();
  await expect(page).toHaveURL('/');
  await expect(editorOf(page, t)).toContainText('https://example.org/from-elsewhere');
  await expect(bar).toBeHidden();
});

test('a text that the system opens with the app is offered for a new text @once', async ({
  page,
  t,
}) => {
  // Simulates the launch queue, through which browsers hand files to an installed app.
  await page.addInitScript(() => {
    // The second one is of an old Chinese editor: "中文".
    const notes = new File(['# From the desktop'], 'notes.md');
    const old = new File([new Uint8Array([0xd6, 0xd0, 0xce, 0xc4])], 'old.txt');
    const files = [notes, old].map((file) => ({ getFile: async () => file }));
    const setConsumer = (consume: (launch: object) => void) => consume({ files });
    Object.defineProperty(window, 'launchQueue', { value: { setConsumer } });
  });
  await openFirst(page);
  const bar = page.getByRole('region', { name: t('offline:incoming.label') });
  await expect(bar).toContainText('# From the desktop');
  await bar.getByRole('button', { name: t('offline:incoming.discard') }).click();
  await expect(bar).toContainText('中文');
});

test.describe('for who is logged in', () => {
  test.use({ isLoggedIn: true });

  test('files from another app are added to the upload, also those that came offline', {
    tag: '@once',
  }, async ({ page, t, server }) => {
    const bar = page.getByRole('region', { name: t('offline:incoming.label') });
    await openFirst(page, '/upload');
    await server.pause();
    try {
      await shareInto(page, '', 'from-elsewhere.txt');
      await expect(page).toHaveURL('/upload');
      await expect(bar).toContainText('from-elsewhere.txt');
    } finally {
      await server.resume();
    }
    // Twice, because that must not add the file twice.
    await bar.getByRole('button', { name: t('offline:incoming.useFiles') }).dblclick();
    await expect(bar).toBeHidden();
    await expect(page.getByRole('main').getByText('from-elsewhere.txt')).toHaveCount(1);
  });
});
