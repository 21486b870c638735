import { Button } from '@satchel/ui/actions/button';
import { TextField } from '@satchel/ui/forms/text-field';
import { Dialog } from '@satchel/ui/overlays/dialog';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sentenceOf } from '#shared/errors/sentence-of.ts';
import { showErrorToast } from '#shared/errors/show-error-toast.ts';
import { splitName } from '#shared/file-types/file-types.ts';
import { useHeldState } from '#shared/unsaved/use-held-state.ts';
import { childPath, directoryPath } from '../../entry-path.ts';
import { useListing, usePlace } from '../../explorer-context.ts';
import { isConflict, useMakeEntry } from '../../mutations.ts';
import { revealEntries } from '../../views/revealed-entries.ts';
import { freeName, problemOfName } from '../entry-name.ts';

export interface NewEntryDialogProps {
  kind: 'folder' | 'text';
  onClose: () => void;
}

/** Asks for the name of a new folder or text file. A new text file then opens. */
export function NewEntryDialog({ kind, onClose }: NewEntryDialogProps) {
  const { t } = useTranslation(['explorer', 'shell']);
  const { path, address } = usePlace();
  const { directory } = useListing();
  const entries = directory.entries ?? [];
  const formId = useId();
  const field = useRef<HTMLInputElement>(null);
  const isFolder = kind === 'folder';
  const { value: name, setValue: setName } = useHeldState(`new ${kind}`, () =>
    isFolder
      ? freeName([t('new.folderName'), ''], entries)
      : freeName(splitName(t('new.textName')), entries),
  );
  const [refusal, setRefusal] = useState<string>();
  const make = useMakeEntry(kind);
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  const problem = problemOfName(name, entries);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (problem || make.isPending) return;
    const target = childPath(path, name.trim());
    try {
      await make.mutateAsync(target);
      // The user may have closed it and opened another dialog or folder while the server answered.
      if (!isOpen.current) return;
      onClose();
      revealEntries([isFolder ? directoryPath(target) : target]);
      if (!isFolder) address.show({ preview: name.trim() });
    } catch (error) {
      if (!isOpen.current) return showErrorToast(error);
      setRefusal(isConflict(error) ? t('names.taken') : sentenceOf(error));
    }
  }

  return (
    <Dialog
      onClose={onClose}
      title={t(isFolder ? 'new.folderTitle' : 'new.textTitle')}
      initialFocus={field}
      footer={
        <>
          <Button onClick={onClose}>{t('shell:actions.cancel')}</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            isBusy={make.isPending}
            disabled={problem !== undefined}
          >
            {t('new.submit')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          ref={field}
          label={t('columns.name')}
          value={name}
          autoComplete="off"
          spellCheck={false}
          onFocus={(event) => {
            const [stem] = isFolder ? [name] : splitName(name);
            event.target.setSelectionRange(0, stem.length);
          }}
          error={problem && problem !== 'empty' ? t(`names.${problem}`) : refusal}
          onChange={(event) => {
            setName(event.target.value);
            setRefusal(undefined);
          }}
        />
      </form>
    </Dialog>
  );
}
