import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { createMount, deleteMount } from '@satchel/api-client/contract/mounts';
import { listStorageConfigs } from '@satchel/api-client/contract/storage-configs';
import { expectAccessible } from './fixtures/accessible.ts';
import type { AdminApi } from './fixtures/api.ts';
import { test } from './fixtures/test.ts';

test.use({ isLoggedIn: true });

const rowsOf = (page: Page, text: string) =>
  page.getByRole('main').getByRole('row').or(page.getByRole('listitem')).filter({ hasText: text });

async function mountAndUnmount(admin: AdminApi): Promise<string> {
  const name = `audited ${Math.random().toString(36).slice(2, 10)}`;
  const [storage] = await admin.call(listStorageConfigs, {});
  const { id } = await admin.call(createMount, {
    body: {
      name,
      storage_type: 'S3',
      storage_config_id: storage?.id ?? '',
      mount_path: `/${name.replace(' ', '-')}`,
    },
  });
  await admin.call(deleteMount, { params: { id } });
  return name;
}

test('the audit log says who did what, is narrowed, and exported as it is shown @once', async ({
  page,
  t,
  admin,
}) => {
  const name = await mountAndUnmount(admin);
  await page.goto('/admin/audit-log');
  await expect(page.getByRole('heading', { name: t('panel:sections.audit-log') })).toBeVisible();
  const created = rowsOf(page, t('audit-log:actions.mounts.created')).filter({ hasText: name });
  await expect(created).toBeVisible();
  await expect(created).toContainText('admin');
  await expect(created).toContainText('127.0.0.1');
  await expectAccessible(page);

  await page.getByRole('searchbox').fill(name);
  await expect(rowsOf(page, name)).toHaveCount(2);
  await page
    .getByRole('combobox', { name: t('data-lists:filter') })
    .selectOption({ label: t('audit-log:areas.mounts') });
  await expect(rowsOf(page, name)).toHaveCount(2);
  await page
    .getByLabel(t('audit-log:outcome.label'), { exact: true })
    .selectOption({ label: t('audit-log:outcome.failure') });
  await expect(rowsOf(page, name)).toHaveCount(0);
  await page
    .getByLabel(t('audit-log:outcome.label'), { exact: true })
    .selectOption({ label: t('audit-log:outcome.any') });
  await page
    .getByLabel(t('audit-log:period.label'), { exact: true })
    .selectOption({ label: t('audit-log:period.range') });
  await page.getByLabel(t('audit-log:period.to'), { exact: true }).fill('2001-01-01');
  await expect(rowsOf(page, name)).toHaveCount(0);
  await page.getByLabel(t('audit-log:period.to'), { exact: true }).fill('');
  await expect(rowsOf(page, name)).toHaveCount(2);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: t('audit-log:export'), exact: true }).click();
  await page.getByRole('menuitem', { name: t('audit-log:exportAs.json') }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^audit-log-\d{4}-\d\d-\d\d\.json$/);
  const events: { target: string; action: string }[] = JSON.parse(
    await readFile(await file.path(), 'utf8'),
  );
  expect(events.map(({ action }) => action)).toEqual(['mounts.deleted', 'mounts.created']);
});

test('what the audit log is narrowed by stands in its address, and Back undoes it @once', async ({
  page,
  t,
}) => {
  const choiceOf = (name: 'outcome.label' | 'period.label') =>
    page.getByLabel(t(`audit-log:${name}`), { exact: true });
  const lastDay = page.getByLabel(t('audit-log:period.to'), { exact: true });
  await page.goto('/admin/audit-log?page=2&outcome=partly&period=year&from=soon');
  await expect(choiceOf('outcome.label')).toHaveValue('any');
  await expect(choiceOf('period.label')).toHaveValue('any');

  await page.goto('/admin/audit-log');
  await choiceOf('outcome.label').selectOption('success');
  await expect(page).toHaveURL(/\?outcome=success$/);
  await choiceOf('period.label').selectOption('range');
  await expect(page).toHaveURL(/period=range/);
  await lastDay.fill('2001-01-01');
  await expect(page).toHaveURL(/\?outcome=success&period=range&to=2001-01-01$/);
  await expect(page.getByText(t('audit-log:nothingInFilter'))).toBeVisible();
  await page.reload();
  await expect(choiceOf('outcome.label')).toHaveValue('success');
  await expect(choiceOf('period.label')).toHaveValue('range');
  await expect(lastDay).toHaveValue('2001-01-01');
  await expect(page.getByText(t('audit-log:nothingInFilter'))).toBeVisible();

  await page.goBack();
  await expect(choiceOf('period.label')).toHaveValue('any');
  await expect(choiceOf('outcome.label')).toHaveValue('success');
  await expect(page).toHaveURL(/\?outcome=success$/);
  await page.goBack();
  await expect(choiceOf('outcome.label')).toHaveValue('any');
  await page.goForward();
  await page.goForward();
  await expect(lastDay).toHaveValue('2001-01-01');
  await page.getByRole('button', { name: t('audit-log:showAll'), exact: true }).click();
  await expect(page).toHaveURL(/\/admin\/audit-log$/);
  await expect(choiceOf('period.label')).toHaveValue('any');
});

test('how long the audit log goes back is a setting @once', async ({ page, t }) => {
  await page.goto('/admin/settings/global');
  const days = page.getByLabel(t('settings:global.auditRetention'), { exact: true });
  await expect(days).toHaveValue('365');
  const save = page.getByRole('button', { name: t('shell:actions.save'), exact: true });
  await days.fill('many');
  await expect(page.getByText(t('settings:global.daysInvalid'))).toBeVisible();
  await expect(save).toBeDisabled();
  await days.fill('400');
  await save.click();
  await expect(page.getByText(t('settings:saved'))).toBeVisible();
  await page.reload();
  await expect(days).toHaveValue('400');
});
