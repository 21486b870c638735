import { LINK_TITLE_LENGTH } from '@satchel/api-client/contract/limits';
import { Button } from '@satchel/ui/actions/button';
import { Select } from '@satchel/ui/forms/select';
import { Switch } from '@satchel/ui/forms/switch';
import { TextField } from '@satchel/ui/forms/text-field';
import { Disclosure } from '@satchel/ui/layout/disclosure';
import { useQuery } from '@tanstack/react-query';
import { Upload } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '#shared/errors/error-notice.tsx';
import { sentenceOf } from '#shared/errors/sentence-of.ts';
import { bindFields } from '#shared/forms/bind-fields.ts';
import { isAboutSlug } from '#shared/shares/is-about-slug.ts';
import { useOptionsSummary } from '#shared/shares/options/options-summary.ts';
import { MessageField, SenderField } from '#shared/shares/options/share-inputs.tsx';
import { problemsOfOptions } from '#shared/shares/options/share-options.ts';
import { ShareOptionsFields } from '#shared/shares/options/share-options-fields.tsx';
import { storageChoicesOptions } from '../../queries.ts';
import type { UploadOptions } from '../../uploads/upload-requests.ts';

export interface UploadOptionsProps {
  options: UploadOptions;
  /** The server's default for downloads through the server. */
  usesProxy: boolean;
  onOptionsChange: (options: UploadOptions) => void;
}

interface UploadOptionsFormProps extends UploadOptionsProps {
  className?: string;
  /** Label of the start button. */
  label: string;
  canStart?: boolean;
  /** Whether the files get one link for all of them; default false. */
  isBundle?: boolean;
  isBusy?: boolean;
  /** Why the last start failed; null if it did not. */
  error?: Error | null;
  /** Starts the upload; the caller clears the options. */
  start: () => void;
  children: ReactNode;
}

/**
 * Form with the files to upload, the options and the start button. It opens the options if they are invalid.
 */
export function UploadOptionsForm(props: UploadOptionsFormProps) {
  const { options, onOptionsChange, className, label, canStart = true, start, children } = props;
  const { isBundle = false, isBusy = false, error = null } = props;
  const [isOpen, setIsOpen] = useState(false);
  const slugError = error && isAboutSlug(error) ? sentenceOf(error) : undefined;

  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (slugError) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [slugError]);

  function submit(event: FormEvent) {
    event.preventDefault();
    const problems = problemsOfOptions(options);
    if (problems.slug || problems.maxViews) return setIsOpen(true);
    start();
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className={className}>
      {children}
      {error && !slugError && (
        <div className="px-4 pt-3">
          <ErrorNotice error={error} />
        </div>
      )}
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2 px-2 py-3">
        <UploadOptionsLine
          options={options}
          usesProxy={props.usesProxy}
          onOptionsChange={onOptionsChange}
          isBundle={isBundle}
          slugError={slugError}
          isOpen={isOpen || slugError !== undefined}
          onToggle={setIsOpen}
        />
        <Button
          type="submit"
          variant="primary"
          icon={<Upload />}
          disabled={!canStart}
          isBusy={isBusy}
          className="max-sm:w-full sm:min-w-40"
        >
          {label}
        </Button>
      </div>
    </form>
  );
}

interface UploadOptionsLineProps extends UploadOptionsProps {
  isBundle: boolean;
  /** Message of the server about the slug. */
  slugError: string | undefined;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
}

/** Summary of all options in one line, which expands to their fields. */
function UploadOptionsLine({
  options,
  usesProxy,
  onOptionsChange,
  isBundle,
  slugError,
  isOpen,
  onToggle,
}: UploadOptionsLineProps) {
  const { t } = useTranslation('file-shares');
  const change = (changed: Partial<UploadOptions>) => onOptionsChange({ ...options, ...changed });
  const { text } = bindFields(options, change);
  return (
    <Disclosure
      label={t('upload.options')}
      summary={<Summary options={options} isBundle={isBundle} />}
      isOpen={isOpen}
      onToggle={onToggle}
      className="flex-[1_1_18rem]"
    >
      <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
        <ShareOptionsFields
          options={options}
          problems={problemsOfOptions(options)}
          slugPrefix={isBundle ? '/share/' : '/file/'}
          slugError={slugError}
          {...(isBundle && { titleLength: LINK_TITLE_LENGTH })}
          onChange={change}
        />
        <StorageField value={options.storage} onChange={(storage) => change({ storage })} />
        {isBundle ? (
          <SenderField {...text('sender')} />
        ) : (
          <TextField
            label={t('upload.path')}
            placeholder={t('upload.pathPlaceholder')}
            autoComplete="off"
            {...text('path')}
          />
        )}
      </div>
      {isBundle && (
        <div className="mt-3">
          <MessageField {...text('message')} />
        </div>
      )}
      <Switch
        className="mt-4"
        label={t('upload.proxy')}
        hint={t('upload.proxyHint')}
        checked={options.useProxy ?? usesProxy}
        onChange={(event) => change({ useProxy: event.target.checked })}
      />
      <p className="mt-3 text-meta text-ink-muted">
        {t(isBundle ? 'bundle.optionsStay' : 'upload.optionsStay')}
      </p>
    </Disclosure>
  );
}

/** Shown only if there are several storages. */
function StorageField({ value, onChange }: { value: string; onChange: (id: string) => void }) {
  const { t } = useTranslation('file-shares');
  const storages = useQuery(storageChoicesOptions()).data ?? [];
  if (storages.length < 2) return null;
  const standard = storages.find((each) => each.is_default) ?? storages[0];
  const others = storages.filter((each) => each !== standard);
  return (
    <Select
      label={t('upload.storage')}
      value={value}
      options={[
        { value: '', label: t('upload.storageDefault', { name: standard?.name }) },
        ...others.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

function Summary({ options, isBundle }: { options: UploadOptions; isBundle: boolean }) {
  const { t } = useTranslation('file-shares');
  const storages = useQuery(storageChoicesOptions()).data ?? [];
  const words = [
    ...useOptionsSummary(options),
    options.storage && storages.find(({ id }) => id === options.storage)?.name,
    !isBundle && options.path && t('upload.folder', { path: options.path }),
    options.useProxy && t('upload.proxied'),
  ];
  return <>{words.filter(Boolean).join(' · ')}</>;
}
