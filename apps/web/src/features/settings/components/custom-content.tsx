import { Notice } from '@satchel/ui/feedback/notice';
import { TextArea } from '@satchel/ui/forms/text-area';
import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { FormSection } from '#shared/panel/form-section.tsx';
import { SAFE_MODE_PARAMETER } from '#shared/site-extras/safe-mode.ts';
import type { SettingsForm } from '../use-settings-form.ts';

const FIELDS = [
  { key: 'site_custom_head', name: 'head' },
  { key: 'site_custom_body', name: 'body' },
] as const;

const MAX_LENGTH = 100_000;

/**
 * Inputs for the administrator's own HTML, with the address of the safe mode in case the HTML breaks the site
 * (SECURITY 4).
 */
export function CustomContent({ text }: SettingsForm) {
  const { t } = useTranslation('settings');
  const address = `${window.location.origin}/?${SAFE_MODE_PARAMETER}`;
  return (
    <FormSection title={t('site.custom')} description={t('site.customHint')}>
      <Notice tone="warning" icon={<TriangleAlert />}>
        <p>{t('site.customRisk')}</p>
        <p className="mt-1">
          {t('site.safeMode')}{' '}
          <a href={address} target="_blank" rel="noopener" className="font-medium underline">
            {address}
          </a>
        </p>
      </Notice>
      <div className="grid gap-4 lg:grid-cols-2">
        {FIELDS.map(({ key, name }) => (
          <TextArea
            key={key}
            label={t(`site.${name}`)}
            hint={t(`site.${name}Hint`)}
            rows={8}
            maxLength={MAX_LENGTH}
            spellCheck={false}
            autoCapitalize="none"
            className="font-mono"
            {...text(key)}
          />
        ))}
      </div>
    </FormSection>
  );
}
