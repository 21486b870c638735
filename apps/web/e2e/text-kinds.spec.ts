import { expect } from '@playwright/test';
import { createShare, linkIn, write } from './fixtures/steps.ts';
import { test } from './fixtures/test.ts';

test.use({ isLoggedIn: true });

test('a text is shown as what it is, and as what somebody says instead @once', async ({
  page,
  t,
  openVisitor,
}) => {
  await page.goto('/');
  await write(page, t, 'const answer: number = 42;\nexport function ask(): number {\n}');
  const kind = page.getByLabel(t('text-shares:kind.label'));
  await expect(kind.locator('option:checked')).toContainText('TypeScript');
  const code = await openVisitor();
  await code.goto(await linkIn(await createShare(page, t)));
  await expect(code.locator('.hljs-keyword').first()).toHaveText('const');

  await write(page, t, '# not a heading here');
  await expect(kind.locator('option:checked')).toContainText('Markdown');
  await kind.selectOption('text');
  const plain = await openVisitor();
  await plain.goto(await linkIn(await createShare(page, t)));
  await expect(plain.getByText('# not a heading here')).toBeVisible();
  await expect(plain.getByRole('heading', { name: 'not a heading here' })).toHaveCount(0);
});

test('9 MB of Markdown and a fence that no grammar ends leave the page alive', {
  tag: '@once',
}, async ({ page, t, admin }) => {
  test.slow();
  // A pattern of the Markdown grammar takes exponential time for this text.
  const fence = `\`\`\`markdown\n${'*'.repeat(20_000)}\n\`\`\`\n`;
  const hard = await admin.shareText(`# Hard\n\n${fence}\n\nThe end.`);
  await page.goto(`/paste/${hard}`);
  await expect(page.getByRole('heading', { name: 'Hard' })).toBeVisible();
  await expect(page.getByText('The end.')).toBeVisible();

  const long = await admin.shareText(`# Long\n\n${'- a *line* of many\n'.repeat(470_000)}`);
  await page.goto(`/paste/${long}`);
  await expect(page.getByText('8,930,008')).toBeVisible({ timeout: 60_000 });
  const rendered = page.getByRole('button', { name: t('text-shares:view.rendered') });
  await rendered.click();
  await expect(page.getByRole('heading', { name: 'Long' })).toBeVisible({ timeout: 45_000 });
  // The page stays responsive in the meantime.
  await page.getByRole('button', { name: t('text-shares:view.source') }).click();
  await expect(page.getByText('# Long')).toBeVisible();
});
