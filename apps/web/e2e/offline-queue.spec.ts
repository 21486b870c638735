import { expect, type Page } from '@playwright/test';
import { viewFileShare } from '@satchel/api-client/contract/file-shares';
import { listSettings } from '@satchel/api-client/contract/settings';
import { getTextShare } from '@satchel/api-client/contract/text-shares';
import type { AdminApi } from './fixtures/api.ts';
import { openFirst, waitForParts } from './fixtures/offline.ts';
import {
  countKeyedCalls,
  countTexts,
  expectQueued,
  withoutBackgroundSync,
} from './fixtures/queue.ts';
import { createButton, editorOf, write } from './fixtures/steps.ts';
import { test } from './fixtures/test.ts';
import type { Words } from './fixtures/words.ts';

test.use({ isLoggedIn: true, serviceWorkers: 'allow' });
test.describe.configure({ timeout: 120_000 });
test.beforeEach(({ context }) => withoutBackgroundSync(context));

interface Story {
  /** Prepares data while online; returns the page on which to make the change. */
  readonly prepare: (admin: AdminApi, word: string) => Promise<string>;
  readonly change: (page: Page, t: Words, word: string) => Promise<void>;
  /** Whether the server has applied the change. */
  readonly isMade: (admin: AdminApi, word: string, address: string) => Promise<boolean>;
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const rowOf = (page: Page, name: string) =>
  page.getByRole('main').getByRole('row').or(page.getByRole('main').getByRole('listitem')).filter({
    hasText: name,
  });

const STORIES: Readonly<Record<string, Story>> = {
  'a new text': {
    prepare: async () => '/',
    async change(page, t, word) {
      await write(page, t, word);
      await createButton(page, t).click();
    },
    isMade: async (admin, word) => (await countTexts(admin, word)) === 1,
  },
  'an edited text': {
    prepare: async (admin, word) => `/paste/${await admin.shareText(`before ${word}`)}`,
    async change(page, t, word) {
      await button(page, t('shell:actions.save')).waitFor();
      const editor = page.getByRole('textbox', { name: t('markdown:editor.label') });
      await editor.click();
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.insertText(`after ${word}`);
      await button(page, t('shell:actions.save')).click();
    },
    async isMade(admin, word, address) {
      const id = address.replace('/paste/', '');
      return (await admin.call(getTextShare, { params: { id } })).content === `after ${word}`;
    },
  },
  'deleted texts': {
    async prepare(admin, word) {
      await admin.shareText(`one ${word}`, { remark: `one ${word}` });
      await admin.shareText(`two ${word}`, { remark: `two ${word}` });
      return `/admin/text-management?q=${word}`;
    },
    async change(page, t, word) {
      for (const name of [`one ${word}`, `two ${word}`]) {
        await page.getByRole('checkbox', { name: t('data-lists:select', { name }) }).check();
      }
      await button(page, t('data-lists:deleteSelected')).click();
      await expect(rowOf(page, word)).toHaveCount(0);
      await button(page, t('shell:toasts.dismiss')).first().click();
    },
    isMade: async (admin, word) => (await countTexts(admin, word)) === 0,
  },
  'cleared expired texts': {
    async prepare(admin, word) {
      await admin.shareText(word, { expiresAt: new Date(Date.now() + 1000).toISOString() });
      return `/admin/text-management?q=${word}`;
    },
    async change(page, t) {
      await button(page, t('share-lists:clearExpired')).click();
      const question = page.getByRole('alertdialog');
      await question.getByRole('button', { name: t('share-lists:clearExpired') }).click();
    },
    isMade: async (admin, word) => (await countTexts(admin, word)) === 0,
  },
  'changed settings': {
    prepare: async () => '/admin/settings/site',
    async change(page, t, word) {
      await page.getByLabel(t('settings:site.announcementContent'), { exact: true }).fill(word);
      await button(page, t('shell:actions.save')).click();
      await expect(
        page.getByLabel(t('settings:site.announcementContent'), { exact: true }),
      ).toHaveValue(word);
    },
    async isMade(admin, word) {
      const rows = await admin.call(listSettings, { query: { group: 4, metadata: 'false' } });
      return Array.isArray(rows) && rows.some(({ value }) => value === word);
    },
  },
  'cleared caches': {
    prepare: async () => '/admin',
    change: (page, t) => button(page, t('dashboard:clear')).click(),
    isMade: async () => true,
  },
  'the password of a file': {
    async prepare(admin, word) {
      return `/file/${await admin.shareFile(`${word}.txt`, 'behind', { password: word, max_views: 5 })}`;
    },
    async change(page, t, word) {
      await page.getByLabel(t('share-views:password.label'), { exact: true }).fill(word);
      await button(page, t('share-views:password.submit')).click();
    },
    async isMade(admin, _word, address) {
      const slug = address.replace('/file/', '');
      const seen = await admin.call(viewFileShare, { params: { slug }, query: { peek: true } });
      return seen.views === 1;
    },
  },
};

for (const [name, { prepare, change, isMade }] of Object.entries(STORIES)) {
  // Only one of the cases runs on a phone, because all cases differ there in the same way.
  const tag = name === 'a new text' ? [] : '@once';
  test(`${name} without a network: once it is back, it is done once (SPEC 7, 9)`, { tag }, async ({
    page,
    context,
    t,
    admin,
    server,
  }) => {
    const word = `w${Math.random().toString(36).slice(2, 9)}`;
    const address = await prepare(admin, word);
    await openFirst(page);
    await page.goto(address);
    if (name === 'an edited text') await button(page, t('shell:actions.edit')).click();
    if (name === 'a new text') await editorOf(page, t).waitFor();
    await waitForParts(page);
    const before = countKeyedCalls(server);
    await context.setOffline(true);
    await change(page, t, word);
    await expectQueued(page, t, 1);
    expect(countKeyedCalls(server), 'nothing has reached the server').toBe(before);

    await context.setOffline(false);
    await expect.poll(() => countKeyedCalls(server), { timeout: 30_000 }).toBe(before + 1);
    await expect.poll(() => isMade(admin, word, address)).toBe(true);
    await expect(page.getByRole('region', { name: t('offline:bar.label') })).toBeHidden();
    expect(countKeyedCalls(server)).toBe(before + 1);
    if (name === 'the password of a file') {
      await expect(page.getByRole('heading', { name: `${word}.txt` })).toBeVisible();
    }
  });
}

async function addToText(page: Page, t: Words, text: string): Promise<void> {
  await page.getByRole('textbox', { name: t('markdown:editor.label') }).click();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.insertText(text);
  await button(page, t('shell:actions.save')).click();
}

test('edits of one text in two tabs without a network: none replaces another unasked (SPEC 7) @once', async ({
  page,
  context,
  t,
  admin,
}) => {
  const id = await admin.shareText('start');
  const other = await context.newPage();
  await openFirst(page);
  for (const tab of [page, other]) {
    await tab.goto(`/paste/${id}`);
    await button(tab, t('shell:actions.edit')).click();
    await button(tab, t('shell:actions.save')).waitFor();
    await waitForParts(tab);
  }
  await context.setOffline(true);
  await addToText(page, t, ' one');
  await expectQueued(page, t, 1);
  await addToText(other, t, ' two');
  await expectQueued(other, t, 2);
  await button(page, t('shell:actions.edit')).click();
  await addToText(page, t, ' more');
  await expectQueued(page, t, 3);

  await context.setOffline(false);
  const content = async () => (await admin.call(getTextShare, { params: { id } })).content;
  await expect.poll(content, { timeout: 30_000 }).toBe('start one more');
  for (const tab of [page, other]) {
    const bar = tab.getByRole('region', { name: t('offline:bar.label') });
    await expect(bar).toContainText(t('offline:bar.refused', { count: 1 }));
  }
});
