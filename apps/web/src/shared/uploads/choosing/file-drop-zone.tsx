import { formatBytes } from '@satchel/api-client/format-bytes';
import { type ChosenFile, filesOfInput } from '@satchel/multipart-uploader/drop';
import { Button } from '@satchel/ui/actions/button';
import clsx from 'clsx';
import { CloudUpload, FilePlus2, FolderPlus } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IS_TOUCH } from '#shared/environment/is-touch.ts';
import { chooseFiles } from './choose-files.ts';

/** Invitation to choose files. Fingers drop nothing. */
const INVITATION = IS_TOUCH ? 'upload.choose' : 'upload.drop';

export interface FileDropZoneProps {
  maxBytes: number | null;
  /** Whether to show a smaller zone, because there are chosen or uploaded files below it. */
  isCompact: boolean;
  /** Whether the browser is reading dropped folders. */
  isReading?: boolean;
  onFiles: (files: readonly ChosenFile[]) => void;
  onDrop: (transfer: DataTransfer) => void;
}

/** Whether to paste text instead of files. Spreadsheets and browsers add a picture to copied text. */
function isTextFor({ clipboardData, target }: ClipboardEvent): boolean {
  const isField = target instanceof Element && target.matches('input, textarea, [contenteditable]');
  return isField && Boolean(clipboardData?.types.includes('text/plain'));
}

export function FileDropZone({
  maxBytes,
  isCompact,
  isReading = false,
  onFiles,
  onDrop,
}: FileDropZoneProps) {
  const { t } = useTranslation('file-shares');
  const [isOver, setIsOver] = useState(false);
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const files = event.clipboardData?.files;
    if (!files || files.length === 0 || isTextFor(event)) return;
    event.preventDefault();
    onFiles(filesOfInput(files));
  });
  useEffect(() => {
    const listener = (event: ClipboardEvent) => paste(event);
    document.addEventListener('paste', listener);
    return () => document.removeEventListener('paste', listener);
  }, []);

  const choose = (isFolder: boolean) =>
    chooseFiles((files) => onFiles(filesOfInput(files)), { isFolder });

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
        onDrop(event.dataTransfer);
      }}
      className={clsx(
        'm-2 flex flex-col items-center gap-1 rounded-lg border-2 border-dashed px-4 text-center transition-colors',
        isCompact ? 'py-4' : 'py-9 wide:py-24',
        isOver ? 'border-accent bg-accent-soft' : 'border-line-strong/50',
      )}
    >
      {!isCompact && <CloudUpload className="mb-1 size-9 text-accent" strokeWidth={1.5} />}
      <p role="status" className="font-medium">
        {isReading ? t('upload.reading') : isOver ? t('upload.dropActive') : t(INVITATION)}
      </p>
      {!isCompact && !IS_TOUCH && <p className="text-sm text-ink-faint">{t('upload.paste')}</p>}
      <div className="mt-2 flex flex-wrap justify-center gap-2">
        <Button icon={<FilePlus2 />} onClick={() => choose(false)}>
          {t('upload.chooseFiles')}
        </Button>
        <Button
          icon={<FolderPlus />}
          className="pointer-coarse:hidden"
          onClick={() => choose(true)}
        >
          {t('upload.chooseFolder')}
        </Button>
      </div>
      {!isCompact && (
        <p className="mt-2 min-h-4 text-caption text-ink-faint">
          {maxBytes === null ? '' : t('upload.limit', { size: formatBytes(maxBytes) })}
        </p>
      )}
    </div>
  );
}
