import { LINK_TITLE_LENGTH } from '@satchel/api-client/contract/limits';
import { Button } from '@satchel/ui/actions/button';
import { copyText } from '@satchel/ui/actions/copy-button';
import { Switch } from '@satchel/ui/forms/switch';
import { SideSheet } from '@satchel/ui/overlays/side-sheet';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { backendOrigin } from '#shared/environment/backend.ts';
import { FormErrorNotice } from '#shared/errors/error-notice.tsx';
import { plainName } from '#shared/format/plain-name.ts';
import { bindFields } from '#shared/forms/bind-fields.ts';
import { MessageField, SenderField } from '#shared/shares/options/share-inputs.tsx';
import { NO_OPTIONS, problemsOfOptions } from '#shared/shares/options/share-options.ts';
import { ShareOptionsFields } from '#shared/shares/options/share-options-fields.tsx';
import { refusalOf } from '#shared/shares/refusal.ts';
import { showResult, urlOf } from '#shared/shares/result/share-result.ts';
import { useDirty } from '#shared/unsaved/use-dirty.ts';
import { useHeldState } from '#shared/unsaved/use-held-state.ts';
import { useUnsavedEdits } from '#shared/unsaved/use-unsaved-edits.tsx';
import type { Entry } from '../../queries.ts';
import { AddToBundleDialog } from './add-to-bundle-dialog.tsx';
import { type EntryShareOptions, isOneFile, useShareEntries } from './share-entries.ts';

/** Number of names in the description of the sheet. */
const NAMED_ENTRIES = 5;

export interface ShareEntriesSheetProps {
  entries: readonly Entry[];
  onClose: () => void;
}

/** Form that shares a file, a folder or several entries of mounts by one link. The result shows the link. */
export function ShareEntriesSheet({ entries, onClose }: ShareEntriesSheetProps) {
  const { t } = useTranslation(['explorer', 'shell', 'file-shares']);
  const formId = useId();
  const edits = useUnsavedEdits(onClose);
  const {
    value: options,
    setValue: setOptions,
    isHeld,
  } = useHeldState(`share ${entries[0]?.path}`, () => initialOptions(entries));
  const [isAdding, setIsAdding] = useState(false);
  const share = useShareEntries(entries);
  const { setSaving } = edits;
  useEffect(() => setSaving(share.isPending), [share.isPending, setSaving]);
  const edit = (changed: Partial<EntryShareOptions>) => setOptions({ ...options, ...changed });
  const { text, toggle } = bindFields(options, edit);
  const problems = problemsOfOptions(options);
  const isValid = !problems.slug && !problems.maxViews;
  const refusal = refusalOf(share.error);
  const isFile = isOneFile(entries);
  const isFolder = entries.length === 1 && !isFile;
  useDirty(options, edits.setDirty, isHeld);

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!isValid || share.isPending) return;
    share.mutate(options, {
      onSuccess(link) {
        onClose();
        showResult({ link, copying: copyText(urlOf(link)) });
      },
    });
  }

  return (
    <SideSheet
      onClose={edits.leave}
      title={
        isFile
          ? t('share.title')
          : isFolder
            ? t('share.folderTitle')
            : t('share.itemsTitle', { count: entries.length })
      }
      description={useNames(entries)}
      className="sm:w-[min(34rem,100vw)]"
      footer={
        <>
          <Button className="mr-auto" onClick={() => setIsAdding(true)}>
            {t('share.existing')}
          </Button>
          <Button onClick={edits.leave} disabled={share.isPending}>
            {t('shell:actions.cancel')}
          </Button>
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
      }
    >
      <form id={formId} noValidate className="flex flex-col gap-4" onSubmit={submit}>
        {!isFile && (
          <p className="text-sm text-ink-muted">
            {t(isFolder ? 'share.folderHint' : 'share.itemsHint')}
          </p>
        )}
        <ShareOptionsFields
          options={options}
          problems={problems}
          slugError={refusal.slug}
          slugPrefix={`${backendOrigin().replace(/^https?:\/\//, '')}/${isFile ? 'file' : 'share'}/`}
          {...(!isFile && { titleLength: LINK_TITLE_LENGTH })}
          onChange={edit}
        />
        {!isFile && (
          <>
            <SenderField {...text('sender')} />
            <MessageField {...text('message')} />
          </>
        )}
        <Switch
          label={t('file-shares:upload.proxy')}
          hint={t('file-shares:upload.proxyHint')}
          {...toggle('useProxy')}
        />
        <FormErrorNotice sentence={refusal.other} />
      </form>
      {isAdding && (
        <AddToBundleDialog entries={entries} onAdded={onClose} onClose={() => setIsAdding(false)} />
      )}
      {edits.question}
    </SideSheet>
  );
}

/** A shared folder has its name as title, until the user types another one. */
function initialOptions(entries: readonly Entry[]): EntryShareOptions {
  const [first] = entries;
  const isFolder = entries.length === 1 && first?.isDirectory === true;
  const remark = isFolder ? plainName(first.name).slice(0, LINK_TITLE_LENGTH) : '';
  return { ...NO_OPTIONS, remark, sender: '', message: '', useProxy: true };
}

function useNames(entries: readonly Entry[]): string {
  const { t } = useTranslation('explorer');
  const names = entries.slice(0, NAMED_ENTRIES).map(({ name }) => plainName(name));
  const count = entries.length - names.length;
  return [...names, ...(count > 0 ? [t('share.more', { count })] : [])].join(t('share.separator'));
}
