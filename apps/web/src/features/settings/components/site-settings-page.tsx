import { Switch } from '@satchel/ui/forms/switch';
import { TextArea } from '@satchel/ui/forms/text-area';
import { TextField } from '@satchel/ui/forms/text-field';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '#shared/loading/lazy-part.tsx';
import { FormSection } from '#shared/panel/form-section.tsx';
import { isIconAddress } from '#shared/site-extras/favicon.ts';
import type { SettingsForm } from '../use-settings-form.ts';
import { CustomContent } from './custom-content.tsx';
import { LivePreview } from './live-preview.tsx';
import { SettingsPage } from './settings-page.tsx';

const Announcement = lazyPart(() =>
  import('#shared/site-extras/announcement.tsx').then((module) => module.Announcement),
);
const MarkdownPreview = lazyPart(() =>
  import('#shared/markdown/render/markdown-preview.tsx').then((module) => module.MarkdownPreview),
);

const hasInvalid = ({ read }: SettingsForm) =>
  read('site_favicon_url') !== '' && !isIconAddress(read('site_favicon_url'));

export function SiteSettingsPage() {
  const { t } = useTranslation('settings');
  return (
    <SettingsPage
      group="site"
      description={t('site.description')}
      className="max-w-6xl wide:max-w-page"
      findInvalid={hasInvalid}
    >
      {(form) => (
        <>
          <Identity {...form} />
          <AnnouncementFields {...form} />
          <FooterFields {...form} />
          <SecurityContact {...form} />
          <CustomContent {...form} />
        </>
      )}
    </SettingsPage>
  );
}

function Identity({ read, set, refusalOf }: SettingsForm) {
  const { t } = useTranslation('settings');
  const icon = read('site_favicon_url');
  const isUsable = isIconAddress(icon);
  return (
    <FormSection title={t('site.identity')}>
      <div className="grid max-w-3xl gap-4 sm:grid-cols-2">
        <TextField
          label={t('site.title')}
          hint={t('site.titleHint')}
          maxLength={200}
          value={read('site_title')}
          error={refusalOf('site_title')}
          onChange={(event) => set('site_title', event.target.value)}
        />
        <div className="flex items-start gap-3">
          <TextField
            className="flex-1"
            label={t('site.favicon')}
            hint={t('site.faviconHint')}
            inputMode="url"
            spellCheck={false}
            placeholder="https://…/icon.png"
            value={icon}
            error={icon && !isUsable ? t('site.faviconInvalid') : refusalOf('site_favicon_url')}
            onChange={(event) => set('site_favicon_url', event.target.value.trim())}
          />
          {isUsable && (
            <img
              src={icon}
              alt={t('site.faviconPreview')}
              className="mt-6 size-9 rounded-md border border-line bg-raised object-contain p-1.5"
            />
          )}
        </div>
      </div>
    </FormSection>
  );
}

function AnnouncementFields({ read, set, refusalOf }: SettingsForm) {
  const { t } = useTranslation('settings');
  const markdown = read('site_announcement_content');
  return (
    <FormSection title={t('site.announcement')} description={t('site.announcementHint')}>
      <Switch
        label={t('site.announcementEnabled')}
        checked={read('site_announcement_enabled') === 'true'}
        onChange={(event) => set('site_announcement_enabled', String(event.target.checked))}
      />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <TextArea
          label={t('site.announcementContent')}
          hint={t('site.markdown')}
          rows={6}
          value={markdown}
          error={refusalOf('site_announcement_content')}
          onChange={(event) => set('site_announcement_content', event.target.value)}
        />
        <LivePreview label={t('site.announcementPreview')} isEmpty={markdown.trim() === ''}>
          <Announcement markdown={markdown} />
        </LivePreview>
      </div>
    </FormSection>
  );
}

function FooterFields({ read, set, refusalOf }: SettingsForm) {
  const { t } = useTranslation('settings');
  const markdown = read('site_footer_markdown');
  return (
    <FormSection title={t('site.footer')} description={t('site.footerHint')}>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <TextArea
          label={t('site.footerContent')}
          hint={t('site.markdown')}
          rows={4}
          value={markdown}
          error={refusalOf('site_footer_markdown')}
          onChange={(event) => set('site_footer_markdown', event.target.value)}
        />
        <LivePreview label={t('site.footerPreview')} isEmpty={markdown.trim() === ''}>
          <div className="px-4 py-5 text-center text-ink-faint">
            <MarkdownPreview source={markdown} size="small" />
          </div>
        </LivePreview>
      </div>
    </FormSection>
  );
}

function SecurityContact({ read, set, refusalOf }: SettingsForm) {
  const { t } = useTranslation('settings');
  return (
    <FormSection title={t('site.security')} description={t('site.securityHint')}>
      <TextField
        className="max-w-xl"
        label={t('site.securityContact')}
        hint={t('site.securityContactHint')}
        maxLength={500}
        spellCheck={false}
        value={read('site_security_contact')}
        error={refusalOf('site_security_contact')}
        onChange={(event) => set('site_security_contact', event.target.value.trim())}
      />
    </FormSection>
  );
}
