import { expect } from '@playwright/test';
import { updateApiKey } from '@satchel/api-client/contract/api-keys';
import { checkAdminToken, logout } from '@satchel/api-client/contract/sessions';
import { makeKey, PERMISSIONS } from './fixtures/keys.ts';
import { accountButton, logIn, logInWithKey } from './fixtures/steps.ts';
import { test } from './fixtures/test.ts';

test('an admin page asks to log in, and is there after it (SPEC 2)', async ({ page, t }) => {
  await page.goto('/admin/file-management');
  await expect(page.getByRole('heading', { name: t('sessions:title'), exact: true })).toBeVisible();
  await logIn(page, t);
  await expect(
    page.getByRole('heading', { name: t('file-shares:manage.title'), level: 1 }),
  ).toBeVisible();
  await expect(page).toHaveURL('/admin/file-management');
  await expect(page).toHaveTitle(new RegExp(t('file-shares:manage.pageTitle')));
});

test('any other path leads home and says so (SPEC 2)', async ({ page, t }) => {
  await page.goto('/no/such/page');
  await expect(page).toHaveURL('/');
  await expect(page.getByText(t('shell:notFound'))).toBeVisible();
});

test('a log-in leads on to a page of this app only (SECURITY 8)', { tag: '@once' }, async ({
  page,
  t,
  server,
}) => {
  await page.goto('/admin?redirect=//evil.example/');
  await logIn(page, t);
  // The form has a heading, too, and a log-in that outlives its test may end the session of the next one.
  await expect(accountButton(page, t)).toBeVisible();
  expect(new URL(page.url()).origin).toBe(server.origin);
});

test('a key without rights is sent home, and one with one right to its page (SPEC 2, 6)', {
  tag: '@once',
}, async ({ page, t, admin, openVisitor }) => {
  await logInWithKey(page, t, (await makeKey(admin, PERMISSIONS.none)).key);
  await expect(page).toHaveURL('/');
  await expect(page.getByText(t('shares:login.forbidden'))).toBeVisible();

  const uploader = await openVisitor();
  await logInWithKey(uploader, t, (await makeKey(admin, PERMISSIONS.file)).key);
  await expect(uploader).toHaveURL('/admin/file-management');
  await expect(
    uploader.getByRole('link', { name: t('panel:sections.text-management') }),
  ).toHaveCount(0);
  await uploader.goto('/admin/text-management');
  await expect(uploader).toHaveURL('/admin/file-management');

  const stranger = await openVisitor();
  await logInWithKey(stranger, t, 'no-such-key-0123456789');
  await expect(stranger.getByRole('alert')).toHaveText(t('sessions:invalidKey'));
});

test('a key that has lost a right is offered only what it may still do', { tag: '@once' }, async ({
  page,
  t,
  admin,
}) => {
  const { id, key } = await makeKey(admin, PERMISSIONS.text + PERMISSIONS.file);
  await logInWithKey(page, t, key);
  const section = (name: 'text-management' | 'file-management') =>
    page.getByRole('link', { name: t(`panel:sections.${name}`) });
  await section('text-management').click();
  await expect(page.getByText(t('text-shares:manage.empty'))).toBeVisible();
  await admin.call(updateApiKey, { params: { id }, body: { permissions: PERMISSIONS.file } });
  await page.getByRole('searchbox').fill('words');
  await expect(page).toHaveURL('/admin/file-management');
  await expect(section('file-management')).toBeVisible();
  await expect(section('text-management')).toHaveCount(0);
});

test('a key sees and owns its own shares only (SPEC 6)', { tag: '@once' }, async ({
  page,
  t,
  admin,
}) => {
  const foreign = await admin.shareText('not yours', { remark: 'Of the administrator' });
  await logInWithKey(page, t, (await makeKey(admin, PERMISSIONS.text)).key);
  await expect(page.getByText(t('text-shares:manage.empty'))).toBeVisible();
  await page.goto(`/paste/${foreign}`);
  await expect(page.getByText('not yours')).toBeVisible();
  await expect(page.getByRole('button', { name: t('shell:actions.edit') })).toHaveCount(0);
});

test.describe('with a session that the server has ended', () => {
  test.use({ isLoggedIn: true });

  test('the next page asks to log in again and says why (SPEC 4, 8)', { tag: '@once' }, async ({
    page,
    t,
    server,
  }) => {
    // Waits for the validation at startup; otherwise the page would not notice the end of the session.
    const checked = page.waitForResponse(`**${checkAdminToken.path}`);
    await page.goto('/');
    await checked;
    const token = await page.evaluate(() => localStorage.getItem('admin_token'));
    // Leaves the page before the session ends, because pending requests would notice the end.
    await page.goto('about:blank');
    const reply = await page.request.post(`${server.origin}${logout.path}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(reply.ok()).toBe(true);
    await page.goto('/admin/text-management');
    await expect(page.getByText(t('shell:session.adminExpired'))).toBeVisible();
    await expect(
      page.getByRole('heading', { name: t('sessions:title'), exact: true }),
    ).toBeVisible();
  });
});
