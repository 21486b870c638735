import { expect } from '@playwright/test';
import { getFileShare } from '@satchel/api-client/contract/file-shares';
import { getTextShare } from '@satchel/api-client/contract/text-shares';
import { test } from './fixtures/test.ts';

test('chats show the title of a link, nothing of a locked one, and spend no view (CONTRACT A6)', {
  tag: '@once',
}, async ({ request, admin, page, t }) => {
  const cardOf = async (path: string) => {
    const html = await (await request.get(path, { headers: { accept: 'text/html' } })).text();
    return {
      html,
      title: /<meta property="og:title" content="([^"]*)"/.exec(html)?.[1],
      description: /<meta property="og:description" content="([^"]*)"/.exec(html)?.[1],
    };
  };
  const secret = 'the words themselves';
  const open = await admin.shareText(secret, { remark: 'Recipe <b>"&', maxViews: 1 });
  const card = await cardOf(`/paste/${open}`);
  expect(card.title).toBe('Recipe &lt;b&gt;&quot;&amp;');
  expect(card.html).not.toContain(secret);
  expect((await admin.call(getTextShare, { params: { id: open } })).views).toBe(0);

  const locked = await admin.shareText(secret, { remark: 'Quiet plan', password: 'p' });
  expect((await cardOf(`/paste/${locked}`)).html).not.toContain('Quiet plan');
  expect((await cardOf(`/paste/${locked}`)).title).toBeTruthy();

  const file = await admin.shareFile('holiday.txt', secret, { max_views: 1 });
  expect((await cardOf(`/file/${file}`)).title).toBe('holiday.txt');
  expect((await admin.call(getFileShare, { params: { id: file } })).views).toBe(0);
  const hidden = await admin.shareFile('salaries.txt', secret, { password: 'p' });
  expect((await cardOf(`/file/${hidden}`)).html).not.toContain('salaries');

  expect((await cardOf('/paste/no-such-text')).title).toBeUndefined();
  expect((await cardOf('/')).title).toBeUndefined();

  // The page with a link card is still the app.
  await page.goto(`/paste/${open}`);
  await expect(page.getByRole('heading', { name: t('share-views:limited.title') })).toBeVisible();
});
