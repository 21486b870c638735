import { LINK_TITLE_LENGTH } from '@satchel/api-client/contract/limits';
import { Button } from '@satchel/ui/actions/button';
import { Switch } from '@satchel/ui/forms/switch';
import { TextArea } from '@satchel/ui/forms/text-area';
import { TextField } from '@satchel/ui/forms/text-field';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import type { FormState } from '#shared/forms/bind-fields.ts';
import type { FolderChooserProps } from '#shared/mounts/folder-chooser-props.ts';
import { useFolderChooser } from '#shared/mounts/use-folder-chooser.tsx';
import {
  ExpiryDateField,
  ExpirySelect,
  LinkPassword,
  NoteField,
  SlugField,
} from '#shared/shares/options/share-inputs.tsx';
import { WebhookField } from '#shared/shares/webhooks/webhook-field.tsx';
import type { RequestRow } from '../queries.ts';
import type { RequestOptions, RequestProblem } from './request-options.ts';

interface FormProps {
  form: FormState<RequestOptions, RequestProblem>;
}

export interface RequestFieldsProps extends FormProps {
  /** Undefined for a new request. */
  row: RequestRow | undefined;
  /** Undefined for users who cannot upload into mounts. */
  FolderChooser: ComponentType<FolderChooserProps> | undefined;
}

export function RequestFields({ form, row, FolderChooser }: RequestFieldsProps) {
  const { t } = useTranslation('upload-requests');
  const { problems, text, toggle } = form;
  return (
    <>
      <TextField
        label={t('fields.title')}
        placeholder={t('fields.titlePlaceholder')}
        required
        maxLength={LINK_TITLE_LENGTH}
        autoComplete="off"
        {...text('title')}
      />
      <TextArea label={t('fields.message')} rows={3} maxLength={10_000} {...text('message')} />
      <TextArea
        label={t('fields.wanted')}
        hint={t('fields.wantedHint')}
        rows={3}
        error={problems.has('wanted') ? t('problems.wanted') : undefined}
        {...text('wanted')}
      />
      <Switch
        label={t('fields.asksName')}
        hint={t('fields.asksNameHint')}
        {...toggle('asksName')}
      />
      {row ? (
        row.path !== null && (
          <p className="text-sm wrap-anywhere text-ink-muted">
            {t('fields.folderOf', { path: row.path })}
          </p>
        )
      ) : (
        <FolderField form={form} FolderChooser={FolderChooser} />
      )}
      <LimitFields form={form} />
      <AccessFields form={form} row={row} />
      {row && <NoteField {...text('note')} />}
      <WebhookField events="deliveries" {...text('notifyUrl')} />
    </>
  );
}

/** Chooses where the files of a new request go. */
function FolderField({ form, FolderChooser }: Pick<RequestFieldsProps, 'form' | 'FolderChooser'>) {
  const { t } = useTranslation('upload-requests');
  const { path } = form.values;
  const folder = useFolderChooser(FolderChooser, {
    title: t('fields.chooseFolderTitle'),
    submitLabel: t('fields.useFolder'),
    permission: 'mount_upload',
    onChoose: (chosen) => form.edit({ path: chosen }),
  });
  if (!FolderChooser) return null;
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="pb-1 text-label">{t('fields.folder')}</legend>
      <span className="text-sm wrap-anywhere text-ink-muted">{path || t('fields.ownStorage')}</span>
      <div className="flex flex-wrap gap-2">
        <Button size="small" onClick={folder.choose}>
          {t('fields.chooseFolder')}
        </Button>
        {path !== '' && (
          <Button size="small" variant="quiet" onClick={() => form.edit({ path: '' })}>
            {t('fields.noFolder')}
          </Button>
        )}
      </div>
      {folder.dialog}
    </fieldset>
  );
}

function LimitFields({ form: { problems, text } }: FormProps) {
  const { t } = useTranslation('upload-requests');
  return (
    <fieldset className="grid gap-3 rounded-lg border border-line p-3 sm:grid-cols-2">
      <legend className="px-1 text-label">{t('fields.limits')}</legend>
      {(['maxFiles', 'maxFileMegabytes', 'maxTotalMegabytes'] as const).map((limit) => (
        <TextField
          key={limit}
          label={t(`fields.${limit}`)}
          placeholder={t('fields.noLimit')}
          inputMode={limit === 'maxFiles' ? 'numeric' : 'decimal'}
          autoComplete="off"
          error={problems.has(limit) ? t('problems.number') : undefined}
          {...text(limit)}
        />
      ))}
      <TextField
        label={t('fields.types')}
        placeholder={t('fields.allTypes')}
        hint={t('fields.typesHint')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={problems.has('types') ? t('problems.types') : undefined}
        {...text('types')}
      />
    </fieldset>
  );
}

function AccessFields({ form, row }: Pick<RequestFieldsProps, 'form' | 'row'>) {
  const { problems, text, toggle } = form;
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <SlugField hasProblem={problems.has('slug') || undefined} {...text('slug')} />
      {row ? <ExpiryDateField {...text('expiresAt')} /> : <ExpirySelect {...text('expiryHours')} />}
      <LinkPassword
        isSet={row?.has_password}
        password={text('password')}
        removal={toggle('removesPassword')}
      />
    </div>
  );
}
