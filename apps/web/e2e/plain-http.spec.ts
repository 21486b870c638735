import { expect } from '@playwright/test';
import { makeMount, uploadHere } from './fixtures/mounts.ts';
import { startServer } from './fixtures/server.ts';
import {
  chooseFiles,
  chooseLinks,
  createShare,
  linkIn,
  startUpload,
  uploadRow,
  write,
} from './fixtures/steps.ts';
import { test as base } from './fixtures/test.ts';

/** The server under an address that browsers do not trust without TLS, as on most home networks. */
const test = base.extend({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads fixtures off the pattern
    async ({}, use) => {
      const server = await startServer();
      await use({ ...server, origin: server.origin.replace('127.0.0.1', '0.0.0.0') });
      await server.stop();
    },
    { scope: 'worker' },
  ],
});
test.use({ isLoggedIn: true });

const FILES = ['one.txt', 'two.txt', 'three.txt'];
const files = FILES.map((name) => ({
  ...{ name, mimeType: 'text/plain', buffer: Buffer.from(`This is ${name}.`) },
}));

test('over plain HTTP, where browsers lack some functions, everything can be shared and stored @once', async ({
  page,
  t,
  admin,
  server,
  openVisitor,
}) => {
  await page.goto('/');
  expect(await page.evaluate(() => isSecureContext)).toBe(false);
  await write(page, t, 'A note on the home network.');
  const visitor = await openVisitor();
  await visitor.goto(await linkIn(await createShare(page, t)));
  await expect(visitor.getByText('A note on the home network.')).toBeVisible();

  await page.goto('/upload');
  await chooseFiles(page, t, files);
  await chooseLinks(page, t, 'each');
  await startUpload(page, t, files.length);
  for (const name of FILES) {
    await expect(uploadRow(page, name).getByText(t('tasks:states.completed'))).toBeVisible();
  }

  const mount = await makeMount(admin, server.origin);
  await page.goto(`/mount-explorer${mount.path}`);
  await uploadHere(page, t, files);
  for (const name of FILES) {
    await expect.poll(() => mount.read(name).catch(() => '')).toBe(`This is ${name}.`);
  }
});

test('over plain HTTP a text whose reply is lost makes one link @once', async ({ page, t }) => {
  const made: string[] = [];
  await page.route('**/api/paste', async (route) => {
    const reply = await route.fetch();
    const { slug } = (await reply.json()).data;
    made.push(slug);
    if (made.length === 1) await route.abort('connectionreset');
    else await route.fulfill({ response: reply });
  });
  await page.goto('/');
  await write(page, t, 'Shared once.');
  const link = await linkIn(await createShare(page, t));
  expect(made).toHaveLength(2);
  expect(made[1]).toBe(made[0]);
  expect(link).toContain(made[0]);
});
