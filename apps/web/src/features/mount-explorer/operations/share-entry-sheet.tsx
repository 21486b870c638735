import { Button } from '@satchel/ui/actions/button';
import { Switch } from '@satchel/ui/forms/switch';
import { SideSheet } from '@satchel/ui/overlays/side-sheet';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '#shared/api/client.ts';
import { backendOrigin } from '#shared/environment/backend.ts';
import { ErrorNotice } from '#shared/errors/error-notice.tsx';
import { plainName } from '#shared/format/plain-name.ts';
import { refusalOf } from '#shared/shares/refusal.ts';
import { fileShareUrl } from '#shared/shares/share-address.ts';
import {
  NO_OPTIONS,
  plainFieldsOf,
  problemsOfOptions,
  type ShareOptions,
} from '#shared/shares/share-options.ts';
import { ShareOptionsFields } from '#shared/shares/share-options-fields.tsx';
import { ShareResult } from '#shared/shares/share-result.tsx';
import { useDirty } from '#shared/unsaved/use-dirty.ts';
import { useUnsavedEdits } from '#shared/unsaved/use-unsaved-edits.tsx';
import type { Entry } from '../queries.ts';

interface EntryShareOptions extends ShareOptions {
  /** Whether visitors download it through the server. */
  readonly useProxy: boolean;
}

/**
 * Shares a file of a mount without a copy. One call sets the password too, so that the file is never open
 * without it.
 */
function useShareEntry(path: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (options: EntryShareOptions) => {
      const { remark, maxViews } = plainFieldsOf(options);
      const body = {
        path,
        remark,
        slug: options.slug,
        password: options.password,
        max_views: maxViews,
        expires_in: Number(options.expiryHours),
        use_proxy: options.useProxy,
      };
      return client.fs.share({ body });
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['private', 'file-shares'] }),
  });
}

export interface ShareEntrySheetProps {
  entry: Entry;
  onClose: () => void;
}

/** Form that shares a file of a mount, with all options of file shares. Then it shows the link. */
export function ShareEntrySheet({ entry, onClose }: ShareEntrySheetProps) {
  const { t } = useTranslation(['explorer', 'shell', 'file-shares']);
  const formId = useId();
  const edits = useUnsavedEdits(onClose);
  const [options, setOptions] = useState<EntryShareOptions>({ ...NO_OPTIONS, useProxy: true });
  const share = useShareEntry(entry.path);
  const problems = problemsOfOptions(options);
  const isValid = !problems.slug && !problems.maxViews;
  const refusal = refusalOf(share.error);
  const made = share.data;
  useDirty(made ? {} : options, edits.setDirty);

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!isValid || share.isPending) return;
    share.mutate(options, { onSuccess: () => edits.setDirty(false) });
  }

  return (
    <SideSheet
      isOpen
      onClose={made ? onClose : edits.leave}
      title={t('share.title')}
      description={plainName(entry.name)}
      className="sm:w-[min(34rem,100vw)]"
      footer={
        made ? (
          <Button onClick={onClose}>{t('shell:actions.close')}</Button>
        ) : (
          <>
            <Button onClick={edits.leave}>{t('shell:actions.cancel')}</Button>
            <Button
              type="submit"
              form={formId}
              variant="primary"
              isBusy={share.isPending}
              disabled={!isValid}
            >
              {t('share.submit')}
            </Button>
          </>
        )
      }
    >
      {made ? (
        <ShareResult url={fileShareUrl(made.slug)} facts={made} onHide={onClose} />
      ) : (
        <form id={formId} noValidate className="flex flex-col gap-4" onSubmit={submit}>
          <ShareOptionsFields
            options={options}
            problems={problems}
            slugError={refusal.slug}
            slugPrefix={`${backendOrigin().replace(/^https?:\/\//, '')}/file/`}
            onChange={(changed) => setOptions({ ...options, ...changed })}
          />
          <Switch
            label={t('file-shares:upload.proxy')}
            hint={t('file-shares:upload.proxyHint')}
            checked={options.useProxy}
            onChange={(event) => setOptions({ ...options, useProxy: event.target.checked })}
          />
          <ErrorNotice sentence={refusal.other} />
        </form>
      )}
      {edits.question}
    </SideSheet>
  );
}
