import { Switch } from '@satchel/ui/forms/switch';
import { TextArea } from '@satchel/ui/forms/text-area';
import { TextField } from '@satchel/ui/forms/text-field';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '#shared/loading/lazy-part.tsx';
import { FormSection } from '#shared/panel/form-section.tsx';
import { isIconAddress } from '#shared/site/icon-address.ts';
import { isAccentColour } from '#shared/site-extras/accent-colour.ts';
import type { SettingsForm } from '../use-settings-form.ts';
import { CustomContent } from './custom-content.tsx';
import { SettingsPage } from './settings-page.tsx';

const Announcement = lazyPart(() =>
  import('#shared/site-extras/announcement.tsx').then((module) => module.Announcement),
);
const MarkdownPreview = lazyPart(() =>
  import('#shared/markdown/render/markdown-preview.tsx').then((module) => module.MarkdownPreview),
);

const hasInvalid = ({ read }: SettingsForm) =>
  (read('site_favicon_url') !== '' && !isIconAddress(read('site_favicon_url'))) ||
  (read('site_accent_color') !== '' && !isAccentColour(read('site_accent_color')));

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

function Identity({ read, set, text, refusalOf }: SettingsForm) {
  const { t } = useTranslation('settings');
  const icon = read('site_favicon_url');
  const isUsable = isIconAddress(icon);
  const accent = read('site_accent_color');
  return (
    <FormSection title={t('site.identity')}>
      <div className="grid max-w-3xl gap-4 sm:grid-cols-2">
        <TextField
          label={t('site.title')}
          hint={t('site.titleHint')}
          maxLength={200}
          {...text('site_title')}
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
        <div className="flex items-start gap-3">
          <TextField
            className="flex-1"
            label={t('site.accent')}
            hint={t('site.accentHint')}
            spellCheck={false}
            placeholder="#0f766e"
            value={accent}
            error={
              accent && !isAccentColour(accent)
                ? t('site.accentInvalid')
                : refusalOf('site_accent_color')
            }
            onChange={(event) => set('site_accent_color', event.target.value.trim())}
          />
          {isAccentColour(accent) && (
            <span
              aria-hidden="true"
              style={{ background: accent }}
              className="mt-6 size-9 rounded-md border border-line"
            />
          )}
        </div>
      </div>
    </FormSection>
  );
}

function AnnouncementFields({ text, toggle }: SettingsForm) {
  const { t } = useTranslation('settings');
  return (
    <FormSection title={t('site.announcement')} description={t('site.announcementHint')}>
      <Switch label={t('site.announcementEnabled')} {...toggle('site_announcement_enabled')} />
      <MarkdownField
        {...text('site_announcement_content')}
        label={t('site.announcementContent')}
        rows={6}
        previewLabel={t('site.announcementPreview')}
        preview={(markdown) => <Announcement markdown={markdown} />}
      />
    </FormSection>
  );
}

function FooterFields({ text }: SettingsForm) {
  const { t } = useTranslation('settings');
  return (
    <FormSection title={t('site.footer')} description={t('site.footerHint')}>
      <MarkdownField
        {...text('site_footer_markdown')}
        label={t('site.footerContent')}
        rows={4}
        previewLabel={t('site.footerPreview')}
        preview={(markdown) => (
          <div className="px-4 py-5 text-center text-ink-faint">
            <MarkdownPreview source={markdown} size="small" />
          </div>
        )}
      />
    </FormSection>
  );
}

interface MarkdownFieldProps extends ReturnType<SettingsForm['text']> {
  label: string;
  rows: number;
  previewLabel: string;
  preview: (markdown: string) => ReactNode;
}

/** Markdown input with a live preview of the visitors' view. */
function MarkdownField({ previewLabel, preview, ...field }: MarkdownFieldProps) {
  const { t } = useTranslation('settings');
  const id = useId();
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <TextArea hint={t('site.markdown')} {...field} />
      <section aria-labelledby={id} className="flex min-w-0 flex-col gap-1">
        <h3 id={id} className="text-label text-ink-muted">
          {previewLabel}
        </h3>
        <div className="overflow-hidden rounded-lg border border-dashed border-line-strong/60 bg-canvas">
          {field.value.trim() === '' ? (
            <p className="px-4 py-6 text-center text-sm text-ink-faint">{t('site.nothingShown')}</p>
          ) : (
            preview(field.value)
          )}
        </div>
      </section>
    </div>
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
