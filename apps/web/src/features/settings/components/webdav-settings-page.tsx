import { RadioCards } from '@satchel/ui/forms/radio-group';
import { useTranslation } from 'react-i18next';
import { backendOrigin } from '#shared/environment/backend.ts';
import { CodeSnippet } from '#shared/panel/code-snippet.tsx';
import { FormSection } from '#shared/panel/form-section.tsx';
import type { SettingsForm } from '../use-settings-form.ts';
import { SettingsPage } from './settings-page.tsx';

const MODES = ['multipart', 'direct'] as const;

export function WebdavSettingsPage() {
  const { t } = useTranslation('settings');
  return (
    <SettingsPage group="webdav" description={t('webdav.description')}>
      {(form) => (
        <>
          <FormSection title={t('webdav.connect')} description={t('webdav.connectHint')}>
            <CodeSnippet label={t('webdav.address')} code={`${backendOrigin()}/dav/`} />
          </FormSection>
          <SetUpSteps address={`${backendOrigin()}/dav/`} />
          <UploadMode {...form} />
        </>
      )}
    </SettingsPage>
  );
}

/** Set-up steps for each program, with a placeholder name and password. */
function SetUpSteps({ address }: { address: string }) {
  const { t } = useTranslation('settings');
  const steps = [
    ['finder', address],
    ['explorer', `net use S: ${address} /user:NAME PASSWORD`],
    [
      'rclone',
      `rclone config create satchel webdav url=${address} vendor=other user=NAME pass=PASSWORD --obscure`,
    ],
    ['davfs', `sudo mount -t davfs -o uid=$(id -u) ${address} /mnt`],
  ] as const;
  return (
    <FormSection title={t('webdav.steps')} description={t('webdav.stepsHint')}>
      {steps.map(([client, code]) => (
        <CodeSnippet key={client} label={t(`webdav.client.${client}`)} code={code} />
      ))}
    </FormSection>
  );
}

function UploadMode({ choice }: SettingsForm) {
  const { t } = useTranslation('settings');
  return (
    <FormSection title={t('webdav.uploads')}>
      <RadioCards
        label={t('webdav.mode')}
        values={MODES}
        textsOf={(mode) => [t(`webdav.modeChoice.${mode}`), t(`webdav.modeHint.${mode}`)]}
        {...choice('webdav_upload_mode', MODES)}
      />
    </FormSection>
  );
}
