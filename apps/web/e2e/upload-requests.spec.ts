import { writeFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import {
  createUploadRequest,
  deleteDeliveries,
  deleteUploadRequests,
  enterUploadRequest,
  listDeliveries,
  updateUploadRequest,
} from '@satchel/api-client/contract/upload-requests';
import { expectAccessible } from './fixtures/accessible.ts';
import type { AdminApi } from './fixtures/api.ts';
import { chooseFiles } from './fixtures/steps.ts';
import { holdStorage } from './fixtures/storage-gate.ts';
import { test } from './fixtures/test.ts';
import type { Words } from './fixtures/words.ts';

const textFile = (name: string, content: string) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(content),
});

/** Presses the button, which names how many files it sends and their size together. */
const send = (page: Page, t: Words, count: number, size: string) =>
  page.getByRole('button', { name: t('upload-requests:form.sendFiles', { count, size }) }).click();

test('a visitor sends files into a request and gets a receipt', async ({ page, t, admin }) => {
  const { id, slug } = await admin.call(createUploadRequest, {
    body: {
      title: 'Documents for your application',
      message: 'Until Friday, please.',
      wanted: ['Passport', 'Photo'],
      types: ['.txt'],
      ask_name: true,
      max_files: 5,
    },
  });
  await page.goto(`/request/${slug}`);
  await expect(
    page.getByRole('heading', { name: 'Documents for your application', level: 1 }),
  ).toBeVisible();
  await expect(page.getByRole('navigation', { name: t('shell:nav.label') })).toHaveCount(0);
  await expectAccessible(page);

  const chooser = page.waitForEvent('filechooser');
  await page
    .getByRole('button', { name: t('upload-requests:wanted.choose', { item: 'Passport' }) })
    .click();
  await (await chooser).setFiles([textFile('scan.txt', 'scan')]);
  await expect(
    page.getByText(t('upload-requests:wanted.progress', { done: 1, total: 2 })),
  ).toBeVisible();
  await chooseFiles(page, t, [textFile('more.txt', 'more'), textFile('bad.exe', 'bad')]);
  await expect(page.getByText(t('upload-requests:form.type'))).toBeVisible();
  await page.getByLabel(t('upload-requests:form.name')).fill('Ada');
  await send(page, t, 2, '8 B');

  await expect(
    page.getByRole('heading', { name: t('upload-requests:thanks.title') }),
  ).toBeVisible();
  await expectAccessible(page);
  const { deliveries } = await admin.call(listDeliveries, { params: { id }, query: {} });
  expect(deliveries).toHaveLength(1);
  expect(deliveries[0]).toMatchObject({ name: 'Ada', state: 'done', file_count: 2 });
  expect(deliveries[0]?.files.map(({ path }) => path).toSorted()).toEqual([
    'Passport/scan.txt',
    'more.txt',
  ]);
  await expect(page.getByText(deliveries[0]?.receipt ?? '')).toBeVisible();
  await page.getByRole('button', { name: t('upload-requests:thanks.more') }).click();
  await expect(page.getByLabel(t('upload-requests:form.name'))).toBeVisible();
});

test('files that a visitor chooses while the delivery begins are not forgotten @once', async ({
  page,
  t,
  admin,
}) => {
  const { id, slug } = await admin.call(createUploadRequest, { body: { title: 'Papers' } });
  const chosen = Promise.withResolvers<void>();
  await page.route(`**/api/public/requests/${slug}/enter`, async (route) => {
    await chosen.promise;
    await route.continue();
  });
  await page.goto(`/request/${slug}`);
  await chooseFiles(page, t, [textFile('a.txt', 'first')]);
  const entering = page.waitForRequest('**/enter');
  await send(page, t, 1, '5 B');
  await entering;
  await chooseFiles(page, t, [textFile('b.txt', 'second')]);
  chosen.resolve();
  await send(page, t, 1, '6 B');
  const thanks = page.getByRole('heading', { name: t('upload-requests:thanks.title') });
  await expect(thanks).toBeVisible();
  const { deliveries } = await admin.call(listDeliveries, { params: { id }, query: {} });
  expect(deliveries.map(({ files }) => files.map(({ path }) => path).toSorted())).toEqual([
    ['a.txt', 'b.txt'],
  ]);
});

test('a delivery is not finished before files that are chosen, or that a closed tab cut, are sent @once', async ({
  page,
  t,
  admin,
}, testInfo) => {
  const { id, slug } = await admin.call(createUploadRequest, { body: { title: 'Papers' } });
  const choose = async (button: string, ...names: readonly string[]) => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: button, exact: true }).click();
    await (await chooser).setFiles(names.map((name) => testInfo.outputPath(name)));
  };
  const [more, again] = [t('file-shares:upload.chooseFiles'), t('tasks:pending.choose')];
  const thanks = page.getByRole('heading', { name: t('upload-requests:thanks.title') });
  const received = async () => {
    const { deliveries } = await admin.call(listDeliveries, { params: { id }, query: {} });
    return deliveries.map(({ state, files }) => [state, files.map(({ path }) => path)]);
  };
  // Browsers recognise a file on the disk, which has a time, when it is chosen again.
  for (const name of ['a.txt', 'b.txt', 'c.txt']) await writeFile(testInfo.outputPath(name), name);
  const gate = await holdStorage(page);
  await page.goto(`/request/${slug}`);
  await choose(more, 'a.txt', 'b.txt');
  await send(page, t, 2, '10 B');
  await expect.poll(() => gate.sent.length).toBe(2);
  // The page cannot read the delivery, but knows what it has to send.
  const own = `**/api/public/requests/${slug}/delivery`;
  await page.route(own, (route) => route.fulfill({ status: 500, body: '{}' }));
  await page.reload();
  await gate.open();
  await expect(page.getByText(t('tasks:pending.title', { count: 2 }))).toBeVisible();
  await page.unroute(own);

  await choose(again, 'a.txt');
  await expect.poll(received).toEqual([['open', ['a.txt']]]);
  await expect(page.getByText(t('tasks:pending.title', { count: 1 }))).toBeVisible();
  const finish = page.getByRole('button', { name: t('upload-requests:sending.finish') });
  await expect(finish).toBeVisible();

  // The visitor chooses one more before the rest of the first files has arrived.
  await choose(more, 'c.txt');
  await choose(again, 'b.txt');
  await expect.poll(received).toEqual([['open', ['a.txt', 'b.txt']]]);
  await expect(page.getByText('c.txt')).toBeVisible();
  await expect(thanks).toHaveCount(0);
  await send(page, t, 1, '5 B');
  await expect(thanks).toBeVisible();
  expect(await received()).toEqual([['done', ['a.txt', 'b.txt', 'c.txt']]]);
});

test('a visitor whose request is deleted while the files are sent learns of it @once', async ({
  page,
  t,
  admin,
}) => {
  const { id, slug } = await admin.call(createUploadRequest, { body: { title: 'Papers' } });
  const gate = await holdStorage(page);
  await page.goto(`/request/${slug}`);
  await chooseFiles(page, t, [textFile('a.txt', 'a'), textFile('b.txt', 'b')]);
  await send(page, t, 2, '2 B');
  await expect.poll(() => gate.sent.length).toBe(2);
  await admin.call(deleteUploadRequests, { body: { ids: [id] } });
  await gate.open();
  await expect(
    page.getByRole('heading', { name: t('share-views:states.notFoundTitle') }),
  ).toBeVisible();
});

test('a visitor whose request ends meanwhile sees which files have arrived, and the receipt, also later', async ({
  page,
  t,
  admin,
}) => {
  const { id, slug } = await admin.call(createUploadRequest, { body: { title: 'Papers' } });
  const gate = await holdStorage(page, 1);
  await page.goto(`/request/${slug}`);
  await chooseFiles(page, t, [textFile('a.txt', 'a'), textFile('b.txt', 'bb')]);
  await send(page, t, 2, '3 B');
  await expect.poll(() => gate.sent.length).toBe(2);
  await expect(page.getByText(t('tasks:states.completed'), { exact: true })).toBeVisible();
  const expires_at = new Date(Date.now() + 500).toISOString();
  await admin.call(updateUploadRequest, { params: { id }, body: { expires_at } });
  await page.waitForTimeout(700);
  await gate.open();
  const ended = page.getByRole('heading', { name: t('share-views:states.endedTitle') });
  await expect(ended).toBeVisible();
  const { deliveries } = await admin.call(listDeliveries, { params: { id }, query: {} });
  const [delivery] = deliveries;
  const arrived = page.getByRole('grid', { name: t('upload-requests:sending.sent', { count: 1 }) });
  const expectReceipt = async () => {
    await expect(arrived).toContainText(delivery?.files[0]?.path ?? '?');
    await expect(page.getByText(delivery?.receipt ?? '?')).toBeVisible();
  };
  await expectReceipt();
  await expectAccessible(page);
  await page.reload();
  await expect(ended).toBeVisible();
  await expectReceipt();

  // The owner reopens the request, and the visitor continues the same delivery.
  await admin.call(updateUploadRequest, { params: { id }, body: { expires_in: 0 } });
  await page.reload();
  await expect(arrived).toContainText(delivery?.files[0]?.path ?? '?');
  await page.getByRole('button', { name: t('upload-requests:sending.finish') }).click();
  await expect(
    page.getByRole('heading', { name: t('upload-requests:thanks.title') }),
  ).toBeVisible();
});

test('a request with a password shows its message to those who enter it; a wrong one is told at its field @once', async ({
  page,
  t,
  admin,
}) => {
  // On a phone the button sticks to the bottom, over the field.
  await page.setViewportSize({ width: 390, height: 540 });
  const message = 'One page for each invoice, please.';
  const { slug } = await admin.call(createUploadRequest, {
    body: { title: 'Papers', message, password: 'sesame', max_files: 1 },
  });
  await page.goto(`/request/${slug}`);
  const password = page.getByLabel(t('upload-requests:form.password'), { exact: true });
  await password.fill('guess');
  await expect(page.getByText(message)).toHaveCount(0);
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(password).toHaveAttribute('aria-invalid', 'true');
  await expect(password).toHaveAccessibleDescription(/Wrong password/);
  await expect(password).toBeFocused();
  const isCovered = (sentence: Element) => {
    const { x, y, height } = sentence.getBoundingClientRect();
    return !sentence.contains(document.elementFromPoint(x + 2, y + height - 2));
  };
  await expect
    .poll(() => page.locator('p', { hasText: 'Wrong password' }).evaluate(isCovered))
    .toBe(false);
  await page.keyboard.type('sesame');
  await page.keyboard.press('Enter');
  await expect(page.getByText(message)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Papers', level: 1 })).toBeFocused();

  const files = [textFile('a.txt', 'a'), textFile('b.txt', 'b')];
  await chooseFiles(page, t, files);
  await expect(page.getByText('Choose at most 1 file.')).toBeVisible();
  await page
    .getByRole('button', { name: t('upload-requests:form.remove', { name: 'b.txt' }) })
    .click();
  await send(page, t, 1, '1 B');
  await expect(
    page.getByRole('heading', { name: t('upload-requests:thanks.title') }),
  ).toBeVisible();
});

test('a browser that blocks site data sends files into a request, and opens a shared file @once', async ({
  page,
  t,
  admin,
}) => {
  // Throws like Firefox whose user blocks all cookies.
  await page.addInitScript(() => {
    const block = (from: object, name: string) =>
      Object.defineProperty(from, name, {
        value() {
          throw new DOMException('The operation is insecure.', 'SecurityError');
        },
      });
    block(window, 'BroadcastChannel');
    block(IDBFactory.prototype, 'open');
    for (const name of ['getItem', 'setItem', 'removeItem']) block(Storage.prototype, name);
  });
  await page.goto('/');
  await expect(page.getByText(t('shares:login.unkept'))).toBeVisible();
  await page.goto(`/file/${await admin.shareFile('plain.txt', 'words of a file')}`);
  await expect(page.getByRole('main')).toContainText('words of a file');
  const { slug } = await admin.call(createUploadRequest, { body: { title: 'Papers' } });
  await page.goto(`/request/${slug}`);
  await chooseFiles(page, t, [textFile('a.txt', 'a')]);
  await send(page, t, 1, '1 B');
  await expect(
    page.getByRole('heading', { name: t('upload-requests:thanks.title') }),
  ).toBeVisible();
});

test('a visitor learns of lower limits, of a delivery that its owner deletes, and keeps the receipt @once', async ({
  page,
  context,
  t,
  admin,
}) => {
  const { id, slug } = await admin.call(createUploadRequest, { body: { title: 'Papers' } });
  const gate = await holdStorage(page);
  await page.goto(`/request/${slug}`);
  await chooseFiles(page, t, [textFile('a.txt', 'a')]);
  await send(page, t, 1, '1 B');
  await expect.poll(() => gate.sent.length).toBe(1);
  const rereadOfChoice = page.waitForResponse((reply) => reply.url().endsWith(`/requests/${slug}`));
  await chooseFiles(page, t, [textFile('b.txt', 'bb')]);
  await rereadOfChoice;
  await admin.call(updateUploadRequest, {
    params: { id },
    body: { types: ['.pdf'], max_file_bytes: 1 },
  });
  await send(page, t, 1, '2 B');
  await expect(
    page.getByText(t('upload-requests:limits.each', { size: '1 B' }), { exact: false }),
  ).toBeVisible();
  await expect(page.getByText(t('upload-requests:sending.failed'))).toHaveCount(0);

  await admin.call(updateUploadRequest, {
    params: { id },
    body: { types: null, max_file_bytes: null },
  });
  await gate.open();
  await expect
    .poll(async () => {
      const { deliveries } = await admin.call(listDeliveries, { params: { id }, query: {} });
      return deliveries.length;
    })
    .toBe(1);
  // The page would learn of the deletion from the end of this upload.
  await expect(page.getByText(t('tasks:states.completed'), { exact: true })).toBeVisible();
  const { deliveries } = await admin.call(listDeliveries, { params: { id }, query: {} });
  await admin.call(deleteDeliveries, {
    params: { id },
    body: { ids: deliveries.map((each) => each.id) },
  });
  await page.getByRole('button', { name: t('tasks:item.retry', { name: 'b.txt' }) }).click();
  await expect(page.getByText(t('upload-requests:form.lost'))).toBeVisible();

  await chooseFiles(page, t, [textFile('c.txt', 'ccc')]);
  await send(page, t, 1, '3 B');
  const thanks = page.getByRole('heading', { name: t('upload-requests:thanks.title') });
  await expect(thanks).toBeVisible();
  await admin.call(deleteUploadRequests, { body: { ids: [id] } });
  const reread = page.waitForResponse((reply) => reply.url().endsWith(`/requests/${slug}`));
  await page.clock.install({ time: Date.now() + 60_000 });
  await context.setOffline(true);
  await context.setOffline(false);
  await reread;
  await expect(thanks).toBeVisible();
});

test('a visitor is asked for the password and the name that a request wants since the page was opened @once', async ({
  page,
  t,
  admin,
}) => {
  const { id, slug } = await admin.call(createUploadRequest, { body: { title: 'Papers' } });
  const params = { id };
  await page.goto(`/request/${slug}`);
  await chooseFiles(page, t, [textFile('a.txt', 'a')]);
  await page.getByLabel(t('upload-requests:form.note')).fill('With my regards');
  await admin.call(updateUploadRequest, { params, body: { password: 'sesame' } });
  await send(page, t, 1, '1 B');
  const password = page.getByLabel(t('upload-requests:form.password'), { exact: true });
  await expect(password).toBeFocused();
  await expect(password).toHaveAttribute('aria-invalid', 'true');
  await admin.call(updateUploadRequest, { params, body: { ask_name: true } });
  await password.fill('sesame');
  await send(page, t, 1, '1 B');
  await page.getByLabel(t('upload-requests:form.name')).fill('Ann');
  await send(page, t, 1, '1 B');
  await expect(
    page.getByRole('heading', { name: t('upload-requests:thanks.title') }),
  ).toBeVisible();
  const { deliveries } = await admin.call(listDeliveries, { params, query: {} });
  expect(deliveries).toMatchObject([{ name: 'Ann', note: 'With my regards' }]);
});

test('a visitor learns that a request is full, or over, before anything is sent @once', async ({
  page,
  t,
  server,
  admin,
}) => {
  const { id, slug } = await admin.call(createUploadRequest, {
    body: { title: 'Papers', max_files: 1 },
  });
  const full = page.getByText(t('upload-requests:form.full'));
  const send = page.getByRole('button', { name: t('upload-requests:form.send') });
  await page.goto(`/request/${slug}`);
  await expect(send).toBeVisible();
  await deliver(admin, server.origin, slug);
  await chooseFiles(page, t, [textFile('a.txt', 'a')]);
  await expect(full).toBeVisible();
  await expect(send).toHaveCount(0);
  await page.reload();
  await expect(full).toBeVisible();
  await expect(send).toHaveCount(0);

  await admin.call(updateUploadRequest, { params: { id }, body: { max_files: null } });
  await page.reload();
  await expect(send).toBeVisible();
  await admin.call(updateUploadRequest, {
    params: { id },
    body: { expires_at: new Date(Date.now() + 1500).toISOString() },
  });
  await page.waitForTimeout(2000);
  await chooseFiles(page, t, [textFile('a.txt', 'a')]);
  await expect(
    page.getByRole('heading', { name: t('share-views:states.endedTitle') }),
  ).toBeVisible();
});

test('a visitor whose files were all refused removes them and sends others @once', async ({
  page,
  t,
  admin,
}) => {
  const { id, slug } = await admin.call(createUploadRequest, { body: { title: 'Papers' } });
  await page.goto(`/request/${slug}`);
  const reread = page.waitForResponse((reply) => reply.url().endsWith(`/requests/${slug}`));
  await chooseFiles(page, t, [textFile('a.txt', 'aa'), textFile('b.txt', 'bb')]);
  await reread;
  await admin.call(updateUploadRequest, { params: { id }, body: { max_file_bytes: 1 } });
  await send(page, t, 2, '4 B');
  await expect(page.getByText(t('upload-requests:sending.allRefused'))).toBeVisible();
  await expect(
    page.getByRole('button', { name: t('upload-requests:sending.retry'), exact: true }),
  ).toHaveCount(0);
  await page.getByRole('button', { name: t('upload-requests:sending.removeFailed') }).click();
  await expect(page.getByText('a.txt')).toHaveCount(0);
  await chooseFiles(page, t, [textFile('c.txt', 'c')]);
  await send(page, t, 1, '1 B');
  await expect(
    page.getByRole('heading', { name: t('upload-requests:thanks.title') }),
  ).toBeVisible();
});

test('a delivery into a request that is full now is not finished without its chosen files @once', async ({
  page,
  t,
  server,
  admin,
}) => {
  const { slug } = await admin.call(createUploadRequest, {
    body: { title: 'Papers', max_files: 2 },
  });
  const gate = await holdStorage(page);
  await page.goto(`/request/${slug}`);
  await chooseFiles(page, t, [textFile('a.txt', 'a')]);
  await send(page, t, 1, '1 B');
  await expect.poll(() => gate.sent.length).toBe(1);
  await chooseFiles(page, t, [textFile('b.txt', 'b')]);
  await gate.open();
  await expect(page.getByText(t('tasks:states.completed'), { exact: true })).toBeVisible();
  await deliver(admin, server.origin, slug);
  await chooseFiles(page, t, [textFile('c.txt', 'c')]);
  await expect(page.getByText(t('upload-requests:form.full'))).toBeVisible();
  const thanks = page.getByRole('heading', { name: t('upload-requests:thanks.title') });
  await page.waitForTimeout(500);
  await expect(thanks).toHaveCount(0);
  await page.getByRole('button', { name: t('upload-requests:sending.finish') }).click();
  await expect(thanks).toBeVisible();
});

/** Sends a file as another visitor. */
async function deliver(admin: AdminApi, origin: string, slug: string): Promise<void> {
  const { upload_token } = await admin.call(enterUploadRequest, { params: { slug }, body: {} });
  const reply = await fetch(`${origin}/api/upload-direct/other.txt`, {
    method: 'PUT',
    headers: { authorization: `Upload ${upload_token}` },
    body: 'other',
  });
  expect(reply.status).toBe(201);
}
