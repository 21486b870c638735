import { expect } from '@playwright/test';
import { createUploadRequest, listDeliveries } from '@satchel/api-client/contract/upload-requests';
import { expectAccessible } from './fixtures/accessible.ts';
import { chooseFiles } from './fixtures/steps.ts';
import { test } from './fixtures/test.ts';

const textFile = (name: string, content: string) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(content),
});

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
  await page
    .getByRole('button', { name: t('upload-requests:form.sendFiles', { count: 2, size: '8 B' }) })
    .click();

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
