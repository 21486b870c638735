import { expect } from '@playwright/test';
import { expectAccessible } from './fixtures/accessible.ts';
import { pdf, png, wav } from './fixtures/files.ts';
import { createShare, write } from './fixtures/steps.ts';
import { test } from './fixtures/test.ts';

const TEXT = [
  '# Heading\n\nWords with a [link](#heading) and `code`.',
  '> Quoted',
  '| a | b |\n| - | - |\n| 1 | 2 |',
  '- [x] done\n- [ ] open',
  '```ts\nconst answer: number = 42; // comment\n```',
  '$$\\int_0^1 x\\,dx$$',
  '```mermaid\nflowchart LR\n  A --> B\n```',
].join('\n\n');

test.describe('axe finds nothing, in either theme,', () => {
  test('on what visitors see (WCAG 2.2)', async ({ page, t, admin }) => {
    test.setTimeout(120_000);
    await page.goto('/');
    await expect(page.getByRole('toolbar')).toBeVisible();
    await expectAccessible(page);
    await page.goto('/admin');
    await expect(
      page.getByRole('heading', { name: t('sessions:title'), exact: true }),
    ).toBeVisible();
    await expectAccessible(page);

    const text = await admin.shareText(TEXT, { remark: 'Everything' });
    await page.goto(`/paste/${text}`);
    await expect(page.getByRole('img', { name: t('markdown:preview.diagram') })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: t('text-shares:view.source') }).click();
    await expectAccessible(page);

    const locked = await admin.shareText('x', { password: 'secret' });
    await page.goto(`/paste/${locked}`);
    const password = page.getByLabel(t('share-views:password.label'), { exact: true });
    await password.fill('guess');
    await password.press('Enter');
    await expect(password).toHaveAttribute('aria-invalid', 'true');
    await expectAccessible(page);
    const limited = await admin.shareText('x', { maxViews: 1 });
    await page.goto(`/paste/${limited}`);
    await expect(page.getByRole('button', { name: t('share-views:limited.open') })).toBeVisible();
    await expectAccessible(page);
    await page.goto('/paste/no-such-text');
    await expect(page.getByText(t('share-views:states.notFound'))).toBeVisible();
    await expectAccessible(page);
  });

  test('on the pages of files (WCAG 2.2)', async ({ page, t, admin }) => {
    test.setTimeout(120_000);
    const files = [
      { name: 'square.png', body: png(), role: 'img' },
      { name: 'report.pdf', body: pdf(['One', 'Two']), role: 'img' },
      { name: 'main.ts', body: 'const answer = 42; // words\n', role: 'region' },
      { name: 'readme.md', body: TEXT, role: 'group' },
    ] as const;
    for (const { name, body, role } of files) {
      const slug = await admin.shareFile(name, body);
      await page.goto(`/file/${slug}`);
      await expect(page.getByRole('main').getByRole(role).first()).toBeVisible();
      await expectAccessible(page);
    }
    const tone = await admin.shareFile('tone.wav', wav());
    await page.goto(`/file/${tone}`);
    await expect(page.getByLabel(t('previews:audio', { name: 'tone.wav' }))).toBeVisible();
    await expectAccessible(page);
  });

  test.describe('logged in', () => {
    test.use({ isLoggedIn: true });

    test('on what administrators see (WCAG 2.2)', async ({ page, t, isPhone }) => {
      test.setTimeout(120_000);
      await page.goto('/');
      await write(page, t, TEXT);
      await createShare(page, t);
      await expectAccessible(page);
      await write(page, t, TEXT);
      if (isPhone) {
        await page.getByRole('button', { name: t('markdown:editor.preview'), exact: true }).click();
      }
      await expect(page.getByRole('img', { name: t('markdown:preview.diagram') })).toBeVisible();
      await expectAccessible(page);
      await page.goto('/upload');
      await expect(page.getByText(t('file-shares:upload.recent'))).toBeVisible();
      await expectAccessible(page);
    });

    test('where shares are managed (WCAG 2.2)', async ({ page, t, admin }) => {
      test.setTimeout(240_000);
      await admin.shareText('x', {
        remark: 'Listed',
        password: 'secret',
        expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
      });
      await page.goto('/admin/text-management');
      await page
        .getByRole('checkbox', { name: t('data-lists:select', { name: 'Listed' }) })
        .first()
        .check();
      await expectAccessible(page);
      await page
        .getByRole('button', { name: t('data-lists:actionsOf', { name: 'Listed' }) })
        .first()
        .click();
      // An open menu is outside of all landmarks, as in the ARIA menu pattern.
      await expectAccessible(page, ['region']);
      await page.getByRole('menuitem', { name: t('share-lists:edit'), exact: true }).click();
      await expect(page.getByRole('dialog').getByRole('toolbar')).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('button', { name: t('shell:actions.cancel') }).click();
      await page.getByRole('button', { name: t('data-lists:deleteSelected'), exact: true }).click();
      await expect(page.getByRole('button', { name: t('share-lists:undo') })).toBeVisible();
      await expectAccessible(page);
      for (const path of [
        'file-management',
        'bundle-management',
        'upload-requests',
        'notifications',
      ]) {
        await page.goto(`/admin/${path}`);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expectAccessible(page);
      }
    });
  });
});
