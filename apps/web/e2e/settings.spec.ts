import { expect } from '@playwright/test';
import { test } from './fixtures/test.ts';

test.use({ isLoggedIn: true });

test('the largest upload is changed and holds on the upload page (SPEC 2, 3)', async ({
  page,
  t,
}) => {
  await page.goto('/admin/settings/global');
  const size = page.getByLabel(t('settings:global.maxUploadSize'));
  const save = page.getByRole('button', { name: t('shell:actions.save'), exact: true });
  await size.fill('none');
  await expect(size).toHaveAccessibleDescription(
    new RegExp(t('settings:global.sizeInvalid').replace('.', '\\.')),
  );
  await expect(save).toBeDisabled();
  await page.getByLabel(t('settings:global.unit')).selectOption('MB');
  await size.fill('290');
  await save.click();
  await expect(page.getByText(t('settings:saved'))).toBeVisible();
  await page.goto('/upload');
  await expect(page.getByText(t('file-shares:upload.limit', { size: '290 MB' }))).toBeVisible();
});
