import { expect, type Page } from '@playwright/test';
import { errorMessage } from '@satchel/api-client/messages';
import { expectAccessible } from './fixtures/accessible.ts';
import { ADMIN } from './fixtures/server.ts';
import { logIn } from './fixtures/steps.ts';
import { test } from './fixtures/test.ts';
import type { Words } from './fixtures/words.ts';

const NEXT_PASSWORD = 'another-horse-battery';

async function changePassword(page: Page, t: Words, from: string, to: string): Promise<void> {
  await page.getByLabel(t('sessions:account.currentPassword'), { exact: true }).fill(from);
  await page.getByLabel(t('sessions:account.newPassword'), { exact: true }).fill(to);
  await page.getByLabel(t('sessions:account.repeatPassword'), { exact: true }).fill(to);
  await page.getByRole('button', { name: t('shell:actions.save'), exact: true }).click();
}

test('a changed password logs out after a countdown, and is the one to log in with (SPEC 4, 5) @once', async ({
  page,
  t,
  language,
}) => {
  await page.goto('/admin/account');
  await logIn(page, t);
  await expect(
    page.getByText(t('sessions:account.loggedInAs', { name: ADMIN.username })),
  ).toBeVisible();
  const save = page.getByRole('button', { name: t('shell:actions.save'), exact: true });
  await page
    .getByLabel(t('sessions:account.currentPassword'), { exact: true })
    .fill(ADMIN.password);
  await page.getByLabel(t('sessions:account.newPassword'), { exact: true }).fill('short');
  await expect(page.getByText(t('sessions:account.problems.tooShort'))).toBeVisible();
  await expect(save).toBeDisabled();
  await expectAccessible(page);
  await changePassword(page, t, 'not the password', NEXT_PASSWORD);
  const current = page.getByLabel(t('sessions:account.currentPassword'), { exact: true });
  await expect(current).toBeFocused();
  await expect(current).toHaveAccessibleDescription(
    errorMessage('sessions.wrong_current_password', language),
  );
  await expect(current).toBeInViewport();
  await changePassword(page, t, ADMIN.password, NEXT_PASSWORD);
  await expect(page.getByText(t('sessions:account.changed'))).toBeVisible();
  await expect(page.getByRole('heading', { name: t('sessions:title'), exact: true })).toBeVisible();
  await expect(page.getByText(t('shell:session.loggedOut'))).toBeVisible();

  await logIn(page, t, NEXT_PASSWORD);
  await expect(page.getByRole('heading', { name: t('panel:sections.account') })).toBeVisible();
  // Restores the password, because the other tests of this server log in, too.
  await changePassword(page, t, NEXT_PASSWORD, ADMIN.password);
  await page.getByRole('button', { name: t('sessions:account.logInNow') }).click();
  await logIn(page, t);
  await page
    .getByRole('main')
    .getByRole('button', { name: t('shell:session.logout') })
    .last()
    .click();
  await expect(page.getByText(t('shell:session.loggedOut'))).toBeVisible();
});

test('other sessions are seen and ended from the account page @once', async ({
  page,
  t,
  openVisitor,
}) => {
  const other = await openVisitor();
  for (const visitor of [await openVisitor(), other]) {
    await visitor.goto('/admin');
    await logIn(visitor, t);
    await expect(
      visitor.getByRole('heading', { name: t('panel:sections.dashboard') }),
    ).toBeVisible();
  }
  await page.goto('/admin/account');
  await logIn(page, t);
  const own = page.getByRole('listitem').filter({ hasText: t('sessions:account.sessions.own') });
  await expect(own).toHaveCount(1);
  await expect(own).toContainText(/Chrome|HeadlessChrome/);
  await expect(own.getByRole('button')).toHaveCount(0);
  await expectAccessible(page);

  const ends = page.getByRole('button', {
    name: new RegExp(`^${t('sessions:account.sessions.endOf', { name: '' }).trim()}`),
  });
  const count = await ends.count();
  await ends.last().press('Enter');
  await expect(ends).toHaveCount(count - 1);
  await expect(ends.last(), 'the neighbour takes the focus').toBeFocused();

  await page.getByRole('button', { name: t('sessions:account.sessions.endOthers') }).click();
  const question = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  await question
    .getByRole('button', { name: t('sessions:account.sessions.endOthers'), exact: true })
    .click();
  await expect(page.getByText(t('sessions:account.sessions.none'))).toBeVisible();
  await expect(own).toHaveCount(1);
  await other.goto('/admin/account');
  await expect(other.getByText(t('shell:session.adminExpired')).first()).toBeVisible();
});
