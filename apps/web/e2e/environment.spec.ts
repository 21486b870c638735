import { expect } from '@playwright/test';
import { makeKey, PERMISSIONS } from './fixtures/keys.ts';
import { logIn, logInWithKey } from './fixtures/steps.ts';
import { test } from './fixtures/test.ts';

test('an administrator who asks for it chooses the server that the page talks to (SPEC 2, 7)', {
  tag: '@once',
}, async ({ page, t, server }) => {
  await page.goto('/admin');
  await logIn(page, t);
  await expect(page.getByRole('heading', { name: t('panel:sections.dashboard') })).toBeVisible();
  const switcher = page.getByRole('form', { name: t('panel:environment.label') });
  await expect(switcher, 'nobody has asked for it').toHaveCount(0);
  await page.goto('/admin?showEnvSwitcher');
  const address = switcher.getByLabel(t('panel:environment.address'));
  await address.fill('share.example');
  await expect(switcher.getByText(t('panel:environment.invalid'))).toBeVisible();
  const use = switcher.getByRole('button', { name: t('panel:environment.use') });
  await expect(use).toBeDisabled();
  await address.fill(server.origin);
  await use.click();
  await expect(
    page.getByRole('heading', { name: t('sessions:title'), exact: true }),
    'the session was one of the server before',
  ).toBeVisible();
});

test('a key that asks for it does not get to choose the server (SPEC 2)', { tag: '@once' }, async ({
  page,
  t,
  admin,
}) => {
  await logInWithKey(page, t, (await makeKey(admin, PERMISSIONS.text)).key);
  await expect(page).toHaveURL('/admin/text-management');
  await page.goto('/admin/text-management?showEnvSwitcher');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('form', { name: t('panel:environment.label') })).toHaveCount(0);
});
