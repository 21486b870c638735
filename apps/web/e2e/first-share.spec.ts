import { expect } from '@playwright/test';
import { viewTextShare } from '@satchel/api-client/contract/text-shares';
import { describeError } from '@satchel/api-client/messages';
import { createShare, linkIn, logIn, openOptions, write } from './fixtures/steps.ts';
import { test } from './fixtures/test.ts';

const TEXT = [
  '# Meeting notes',
  '',
  '| Name | Amount |',
  '| ---- | -----: |',
  '| Tea  |      3 |',
  '',
  '```js',
  'const answer = 42;',
  '```',
  '',
  'Euler says $e^{i\\pi} + 1 = 0$.',
  '',
  '```mermaid',
  'flowchart LR',
  '  Draft --> Shared',
  '```',
].join('\n');

test('a Markdown text with a password and one view is shared and read once (SPEC 1, 2, 3, 4)', async ({
  page,
  t,
  language,
  openVisitor,
}) => {
  await page.goto('/');
  await page
    .getByRole('main')
    .getByRole('link', { name: t('shares:login.action') })
    .click();
  await logIn(page, t, 'a wrong password');
  await expect(page.getByRole('alert')).toBeVisible();
  await logIn(page, t);
  // Returns to the page that asked for the login.
  await expect(page).toHaveURL('/');

  await write(page, t, TEXT);
  await openOptions(page, t);
  await page.getByLabel(t('shares:fields.password'), { exact: true }).fill('open sesame');
  await page.getByLabel(t('shares:fields.maxViews')).fill('1');
  await page.getByRole('textbox', { name: t('shares:fields.remark') }).fill('Notes of Monday');
  const link = await linkIn(await createShare(page, t));

  const reader = await openVisitor();
  await reader.goto(link);
  const password = reader.getByLabel(t('share-views:password.label'), { exact: true });
  await expect(password).toBeFocused();
  await expect(
    reader.getByText(t('share-views:password.limited', { left: 1 })),
    'it says that a view will be spent',
  ).toBeVisible();
  await password.fill('guess');
  await password.press('Enter');
  await expect(reader.getByRole('alert')).toHaveText(
    describeError({ code: 'text_shares.wrong_password', message: '', details: {} }, language),
  );
  await password.fill('open sesame');
  await reader.getByRole('button', { name: t('share-views:password.submit'), exact: true }).click();

  const text = reader.getByRole('main');
  await expect(reader.getByRole('heading', { name: 'Notes of Monday' })).toBeVisible();
  await expect(text.getByRole('heading', { name: 'Meeting notes' })).toBeVisible();
  await expect(text.getByRole('cell', { name: 'Tea' })).toBeVisible();
  await expect(text.getByRole('cell', { name: '3' })).toHaveAttribute('align', 'right');
  await expect(text.locator('code .hljs-keyword')).toHaveText('const');
  await expect(text.locator('math')).toBeAttached();
  await expect(text.getByRole('img', { name: t('markdown:preview.diagram') })).toBeVisible();
  await expect(reader.getByText(t('share-views:details.lastView'))).toBeVisible();

  const late = await openVisitor();
  await late.goto(link);
  await expect(
    late.getByRole('heading', { name: t('share-views:states.usedUpTitle') }),
  ).toBeVisible();
});

test('a share of two views asks before each, and says how many are left (SPEC 4, 5)', {
  tag: '@once',
}, async ({ admin, openVisitor, t }) => {
  const slug = await admin.shareText('Read me twice.', { maxViews: 2 });
  for (const count of [2, 1]) {
    const reader = await openVisitor();
    await reader.goto(`/paste/${slug}`);
    await expect(reader.getByText(t('share-views:limited.description', { count }))).toBeVisible();
    await expect(reader.getByText('Read me twice.')).toBeHidden();
    await reader.getByRole('button', { name: t('share-views:limited.open') }).click();
    await expect(reader.getByText('Read me twice.')).toBeVisible();
  }
  const late = await openVisitor();
  await late.goto(`/paste/${slug}`);
  await expect(late.getByText(t('share-views:states.usedUp'))).toBeVisible();
});

test.describe('with a clock that is off', () => {
  test.use({ isLoggedIn: true });
  for (const days of [-2, 2]) {
    test(`a text expires after the chosen time although the clock of the browser is ${days} days off`, {
      tag: '@once',
    }, async ({ page, t, admin }) => {
      await page.clock.setSystemTime(Date.now() + days * 86_400_000);
      await page.goto('/');
      await write(page, t, 'Only for an hour.');
      await openOptions(page, t);
      await page
        .getByRole('combobox', { name: t('shares:fields.expiry') })
        .selectOption({ label: '1 hour' });
      const slug = (await linkIn(await createShare(page, t))).split('/').at(-1) ?? '';
      const { expiresAt } = await admin.call(viewTextShare, {
        params: { slug },
        query: { peek: true },
      });
      const leftMinutes = (Date.parse(expiresAt ?? '') - Date.now()) / 60_000;
      expect(leftMinutes).toBeGreaterThan(55);
      expect(leftMinutes).toBeLessThanOrEqual(60);
    });
  }
});
