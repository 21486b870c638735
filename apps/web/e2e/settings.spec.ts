import { expect } from '@playwright/test';
import { updateSettingGroup } from '@satchel/api-client/contract/settings';
import { expectAccessible } from './fixtures/accessible.ts';
import { test } from './fixtures/test.ts';

test.use({ isLoggedIn: true });
// Settings apply to the whole server, so these tests run one after another.
test.describe.configure({ mode: 'serial' });

const SITE = 4;

test('the largest upload is changed and holds on the upload page (SPEC 2, 3)', {
  tag: '@once',
}, async ({ page, t }) => {
  await page.goto('/admin/settings/global');
  const size = page.getByLabel(t('settings:global.maxUploadSize'), { exact: true });
  const save = page.getByRole('button', { name: t('shell:actions.save'), exact: true });
  await expect(save, 'nothing is changed yet').toBeDisabled();
  await size.fill('none');
  await expect(size).toHaveAccessibleDescription(
    new RegExp(t('settings:global.sizeInvalid').replace('.', '\\.')),
  );
  await expect(save).toBeDisabled();
  await page.getByLabel(t('settings:global.unit')).selectOption('MB');
  await size.fill('290');
  await expect(page.getByText(t('panel:save.dirty'))).toBeVisible();
  await expect(save, 'always in view').toBeInViewport();
  await expectAccessible(page);
  await save.click();
  await expect(page.getByText(t('settings:saved'))).toBeVisible();
  await expect(page.getByText(t('panel:save.clean'))).toBeVisible();
  await page.goto('/upload');
  await expect(page.getByText(t('file-shares:upload.limit', { size: '290 MB' }))).toBeVisible();
});

test('changed settings are not lost by a link, and are discarded when that is wanted (SPEC 2)', {
  tag: '@once',
}, async ({ page, t }) => {
  await page.goto('/admin/settings/webdav');
  const direct = page.getByRole('radio', { name: t('settings:webdav.modeChoice.direct') });
  const multipart = page.getByRole('radio', { name: t('settings:webdav.modeChoice.multipart') });
  await expect(multipart).toBeChecked();
  await direct.click();
  await page
    .getByRole('navigation', { name: t('panel:label') })
    .getByRole('link', { name: t('panel:sections.account') })
    .click();
  const question = page.getByRole('alertdialog', { name: t('shell:unsaved.title') });
  await question.getByRole('button', { name: t('shell:unsaved.keep') }).click();
  await expect(direct).toBeChecked();
  await expectAccessible(page);
  await page.getByRole('button', { name: t('panel:save.reset') }).click();
  await expect(multipart).toBeChecked();
});

test('WebDAV shows its address and what each program is told', { tag: '@once' }, async ({
  page,
  t,
}) => {
  await page.goto('/admin/settings/webdav');
  const address = `${new URL(page.url()).origin}/dav/`;
  for (const client of ['finder', 'explorer', 'rclone', 'davfs'] as const) {
    const steps = page.getByRole('region', { name: t(`settings:webdav.client.${client}`) });
    await expect(steps).toContainText(address);
  }
});

test('preview extensions are put in order as they are left, and wrong ones named (SPEC 3)', {
  tag: '@once',
}, async ({ page, t }) => {
  await page.goto('/admin/settings/preview');
  const documents = page.getByLabel(t('settings:preview.kinds.document'));
  const save = page.getByRole('button', { name: t('shell:actions.save'), exact: true });
  await documents.fill('pdf, tar.gz');
  await expect(
    page.getByText(t('settings:preview.invalid', { extensions: 'tar.gz' })),
  ).toBeVisible();
  await expect(save).toBeDisabled();
  await documents.fill('.PDF; djvu pdf');
  await documents.blur();
  await expect(documents).toHaveValue('pdf,djvu');
  await expectAccessible(page);
  await save.click();
  await expect(page.getByText(t('settings:saved'))).toBeVisible();
  await page.reload();
  await expect(documents).toHaveValue('pdf,djvu');
});

test('title, icon, footer and announcement are seen while they are typed, and by visitors (SPEC 1, 2) @once', async ({
  page,
  t,
  admin,
  openVisitor,
}) => {
  await page.goto('/admin/settings/site');
  const news = `News ${Math.random().toString(36).slice(2, 8)}`;
  await page.getByLabel(t('settings:site.title'), { exact: true }).fill('Our drawer');
  await page
    .getByLabel(t('settings:site.favicon'), { exact: true })
    .fill('/icons/apple-touch-icon.png');
  // The lightest of colours: text on it and in it stays readable all the same.
  await page.getByLabel(t('settings:site.accent'), { exact: true }).fill('#ffee00');
  await page.getByLabel(t('settings:site.footerContent')).fill('Run by **us**');
  await page.getByLabel(t('settings:site.securityContact')).fill('security@example.org');
  const footer = page.getByRole('region', { name: t('settings:site.footerPreview') });
  await expect(footer.locator('strong')).toHaveText('us');
  await page.getByLabel(t('settings:site.announcementContent')).fill(`# ${news}`);
  await page.getByRole('switch', { name: t('settings:site.announcementEnabled') }).check();
  const preview = page.getByRole('region', { name: t('settings:site.announcementPreview') });
  await expect(preview).toContainText(news);
  await expectAccessible(page);
  await page.getByRole('button', { name: t('shell:actions.save'), exact: true }).click();
  await expect(page).toHaveTitle(`${t('panel:sections.settings/site')} · Our drawer`);
  await expect(page.locator('link[rel="icon"]')).toHaveAttribute(
    'href',
    '/icons/apple-touch-icon.png',
  );

  const visitor = await openVisitor();
  const contact = await visitor.request.get('/.well-known/security.txt');
  expect(await contact.text()).toContain('Contact: mailto:security@example.org');
  await visitor.goto('/');
  const announcement = visitor.getByRole('region', { name: /Announcement|公告/ });
  await expect(announcement).toContainText(news);
  await expect(visitor.getByRole('contentinfo').locator('strong')).toHaveText('us');
  await expect(visitor.locator('html')).toHaveAttribute('data-accent', 'site');
  await expectAccessible(visitor);
  await announcement.getByRole('button', { name: /Don’t show again|不再显示/ }).click();
  await expect(announcement).toBeHidden();
  await visitor.reload();
  await expect(visitor.getByRole('contentinfo')).toBeVisible();
  await expect(announcement, 'it is not shown again').toBeHidden();
  await visitor.goto('/upload');
  await expect(announcement, 'only Home has it').toBeHidden();
  await admin.call(updateSettingGroup, {
    params: { group: SITE },
    query: {},
    body: {
      site_announcement_enabled: 'false',
      site_title: 'Satchel',
      site_favicon_url: '',
      site_accent_color: '',
      site_footer_markdown: '',
      site_security_contact: '',
    },
  });
});

test('custom HTML runs for visitors, not in the panel, and not in safe mode (SPEC 1, SECURITY 4)', {
  tag: '@once',
}, async ({ page, t, admin, openVisitor }) => {
  await page.goto('/admin/settings/site');
  await page
    .getByLabel(t('settings:site.head'), { exact: true })
    .fill('<script>document.documentElement.dataset.counted = "yes";</script>');
  await page
    .getByLabel(t('settings:site.body'), { exact: true })
    .fill('<p id="custom-mark">From the administrator</p>');
  await page.getByRole('button', { name: t('shell:actions.save'), exact: true }).click();
  await expect(page.getByText(t('settings:saved'))).toBeVisible();
  await expect(page.locator('#custom-mark'), 'not in the panel').toHaveCount(0);

  const visitor = await openVisitor();
  await visitor.goto('/');
  await expect(visitor.locator('#custom-mark')).toBeVisible();
  await expect(visitor.locator('html')).toHaveAttribute('data-counted', 'yes');
  await visitor.goto('/?safeMode');
  await expect(visitor.getByRole('main').getByRole('textbox').first()).toBeVisible();
  await expect(visitor.locator('#custom-mark')).toHaveCount(0);
  await expect(visitor.locator('html')).not.toHaveAttribute('data-counted', 'yes');
  await admin.call(updateSettingGroup, {
    params: { group: SITE },
    query: {},
    body: { site_custom_head: '', site_custom_body: '' },
  });
});
