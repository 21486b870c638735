import { Button } from '@satchel/ui/button';
import clsx from 'clsx';
import { CloudUpload, FilePlus2, FolderPlus } from 'lucide-react';
import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '#shared/format/format-bytes.ts';
import { type ChosenFile, filesOfDrop, filesOfInput } from '../uploads/chosen-files.ts';

export interface FileDropZoneProps {
  maxBytes: number | null;
  onFiles: (files: readonly ChosenFile[]) => void;
}

/** Spreadsheets and web pages put a picture beside the text; in a field the text is wanted. */
function isTextFor({ clipboardData, target }: ClipboardEvent): boolean {
  const isField = target instanceof Element && target.matches('input, textarea, [contenteditable]');
  return isField && Boolean(clipboardData?.types.includes('text/plain'));
}

export function FileDropZone({ maxBytes, onFiles }: FileDropZoneProps) {
  const { t } = useTranslation('file-shares');
  const [isOver, setIsOver] = useState(false);
  const filePicker = useRef<HTMLInputElement>(null);
  const folderPicker = useRef<HTMLInputElement>(null);
  const latestOnFiles = useRef(onFiles);
  latestOnFiles.current = onFiles;

  useEffect(() => {
    function paste(event: ClipboardEvent) {
      const files = event.clipboardData?.files;
      if (!files || files.length === 0 || isTextFor(event)) return;
      event.preventDefault();
      latestOnFiles.current(filesOfInput(files));
    }
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, []);

  function take(event: ChangeEvent<HTMLInputElement>) {
    if (event.target.files) onFiles(filesOfInput(event.target.files));
    // Emptied, because choosing the same file again would otherwise not fire `change`.
    event.target.value = '';
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra; the buttons inside do the same
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsOver(false);
      }}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        void filesOfDrop(event.dataTransfer).then(onFiles);
      }}
      className={clsx(
        'flex flex-col items-center gap-1 rounded-xl border-2 border-dashed px-4 py-10 text-center transition-colors',
        isOver ? 'border-accent bg-accent-soft' : 'border-line-strong/50 bg-surface',
      )}
    >
      <CloudUpload aria-hidden="true" className="mb-1 size-9 text-accent" strokeWidth={1.5} />
      <p className="font-medium">{isOver ? t('upload.dropActive') : t('upload.drop')}</p>
      <p className="text-sm text-ink-faint">{t('upload.paste')}</p>
      <div className="mt-3 flex flex-wrap justify-center gap-2">
        <Button icon={<FilePlus2 className="size-4" />} onClick={() => filePicker.current?.click()}>
          {t('upload.chooseFiles')}
        </Button>
        <Button
          icon={<FolderPlus className="size-4" />}
          className="pointer-coarse:hidden"
          onClick={() => folderPicker.current?.click()}
        >
          {t('upload.chooseFolder')}
        </Button>
      </div>
      <p className="mt-2 min-h-4 text-xs text-ink-faint">
        {maxBytes === null ? '' : t('upload.limit', { size: formatBytes(maxBytes) })}
      </p>
      <input
        ref={filePicker}
        type="file"
        multiple
        hidden
        aria-label={t('upload.chooseFiles')}
        onChange={take}
      />
      <input
        ref={(element) => {
          folderPicker.current = element;
          // React has no property `webkitdirectory`.
          element?.setAttribute('webkitdirectory', '');
        }}
        type="file"
        hidden
        aria-label={t('upload.chooseFolder')}
        onChange={take}
      />
    </div>
  );
}
