import { Button } from '@satchel/ui/actions/button';
import { Notice } from '@satchel/ui/feedback/notice';
import { Save } from 'lucide-react';
import { type KeyboardEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { TextEditorProps } from '#shared/previews/source/preview-source.ts';
import { useUnsavedEdits } from '#shared/unsaved/use-unsaved-edits.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import { useTextEditing } from './use-text-editing.ts';

/** Edits a text and saves it over the loaded version. Asks before it overwrites any other version. */
export function TextEditor({ file, loaded, onEnd }: TextEditorProps) {
  const { t } = useTranslation(['entry-preview', 'shell']);
  const unsaved = useUnsavedEdits(onEnd);
  const container = useRef<HTMLDivElement>(null);
  const editing = useTextEditing({
    file,
    loaded,
    container,
    label: t('edit.label', { name: file.name }),
    onDirty: (isDirty) => unsaved.setDirty(isDirty, () => editing.forget()),
    onSaving: unsaved.setSaving,
    onEnd,
  });
  const { isDirty, isSaving, isRestored, conflict } = editing;

  function handleKey(event: KeyboardEvent) {
    const isSave = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 's';
    if (!isSave || event.defaultPrevented) return;
    event.preventDefault();
    editing.save();
  }

  return (
    <section
      aria-label={t('edit.region')}
      data-holds-swipes
      className="flex min-h-0 flex-1 flex-col"
      onKeyDown={handleKey}
    >
      <div className="flex flex-wrap items-center justify-between gap-2 border-b border-line px-3 py-1.5">
        <span role="status" className="text-caption text-ink-muted">
          {isSaving ? t('edit.saving') : isDirty ? t('edit.unsaved') : t('edit.saved')}
        </span>
        <div className="flex gap-2">
          <Button size="small" disabled={isSaving} onClick={unsaved.leave}>
            {t('edit.end')}
          </Button>
          <Button
            size="small"
            variant="primary"
            icon={<Save />}
            isBusy={isSaving}
            disabled={!isDirty}
            onClick={editing.save}
          >
            {t('edit.save')}
          </Button>
        </div>
      </div>
      {(isRestored || !loaded.format.isUtf8) && (
        <div className="flex flex-col gap-2 p-3">
          {isRestored && <Notice role="status">{t('edit.restored')}</Notice>}
          {!loaded.format.isUtf8 && <Notice tone="warning">{t('edit.encoding')}</Notice>}
        </div>
      )}
      <div ref={container} className="min-h-0 flex-1 bg-raised" />
      {conflict !== null && (
        <ConflictDialog
          file={file}
          conflict={conflict}
          isBusy={isSaving}
          onOverwrite={editing.overwrite}
          onCopy={editing.saveCopy}
          onClose={editing.closeConflict}
        />
      )}
      {unsaved.question}
    </section>
  );
}
