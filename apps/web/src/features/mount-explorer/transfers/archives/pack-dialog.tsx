import { formatBytes } from '@satchel/api-client/format-bytes';
import { Button } from '@satchel/ui/actions/button';
import { Notice } from '@satchel/ui/feedback/notice';
import { Spinner } from '@satchel/ui/feedback/spinner';
import { TextField } from '@satchel/ui/forms/text-field';
import { Dialog } from '@satchel/ui/overlays/dialog';
import { useSelector } from '@tanstack/react-store';
import { HardDriveDownload, TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '#shared/errors/error-notice.tsx';
import { showErrorToast } from '#shared/errors/show-error-toast.ts';
import { splitName } from '#shared/file-types/file-types.ts';
import { nameOf } from '../../entry-path.ts';
import { canWriteToDisk, openSink, WITHOUT_DISK_MAX_BYTES } from './archive-sink.ts';
import { packRequest } from './basket.ts';
import { packFiles } from './pack-entries.ts';
import { listPackedFiles, type PackedFile } from './packed-files.ts';

/** Sizes above which the dialog warns that the download takes a while (SPEC 2, CONTRACT F11). */
const LARGE_BYTES = 100 * 1024 ** 2;
const VERY_LARGE_BYTES = 500 * 1024 ** 2;

/**
 * Shows the total size and asks for confirmation. Browsers show the save dialog only directly after a click,
 * and the dialog's button provides that click.
 */
export function PackDialog() {
  const { t } = useTranslation(['transfers', 'shell']);
  const paths = useSelector(packRequest) ?? [];
  const { files, count, error } = usePackedFiles(paths);
  const [name, setName] = useState(() => archiveName(paths, t));
  const sizeBytes = files?.reduce((sum, file) => sum + file.sizeBytes, 0) ?? 0;
  const isTooLarge = !canWriteToDisk() && sizeBytes > WITHOUT_DISK_MAX_BYTES;
  const onClose = () => packRequest.set(null);

  async function start(all: readonly PackedFile[]): Promise<void> {
    const fileName = `${name.trim().replace(/\.zip$/i, '') || archiveName(paths, t)}.zip`;
    try {
      const sink = await openSink(fileName);
      if (!sink) return;
      onClose();
      packFiles(fileName, all, sink);
    } catch (failure) {
      showErrorToast(failure);
    }
  }

  return (
    <Dialog
      onClose={onClose}
      title={t('pack.title')}
      footer={
        <>
          <Button onClick={onClose}>{t('shell:actions.cancel')}</Button>
          <Button
            variant="primary"
            disabled={!files || files.length === 0 || isTooLarge}
            onClick={() => files && void start(files)}
          >
            {t('pack.start')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <TextField
          label={t('pack.name')}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <ErrorNotice error={error} />
        {!files && error === undefined && (
          <p role="status" className="flex items-center gap-2 text-sm text-ink-muted">
            <Spinner className="size-4" />
            {t('pack.reading', { count })}
          </p>
        )}
        {files && <Summary files={files} sizeBytes={sizeBytes} isTooLarge={isTooLarge} />}
      </div>
    </Dialog>
  );
}

interface SummaryProps {
  files: readonly PackedFile[];
  sizeBytes: number;
  isTooLarge: boolean;
}

function Summary({ files, sizeBytes, isTooLarge }: SummaryProps) {
  const { t } = useTranslation('transfers');
  const limit = formatBytes(WITHOUT_DISK_MAX_BYTES);
  const isVeryLarge = sizeBytes > VERY_LARGE_BYTES;
  if (files.length === 0) return <p className="text-sm">{t('pack.empty')}</p>;
  return (
    <>
      <p className="text-sm font-medium tabular-nums">
        {t('pack.summary', { count: files.length, size: formatBytes(sizeBytes) })}
      </p>
      {sizeBytes > LARGE_BYTES && (
        <Notice tone={isVeryLarge ? 'danger' : 'warning'} icon={<TriangleAlert />} role="status">
          {t(isVeryLarge ? 'pack.veryLarge' : 'pack.large')}
        </Notice>
      )}
      {isTooLarge ? (
        <Notice tone="danger" icon={<TriangleAlert />} role="alert">
          {t('pack.tooLarge', { limit })}
        </Notice>
      ) : (
        <p className="flex items-center gap-2 text-caption text-ink-muted">
          <HardDriveDownload className="size-4 shrink-0" />
          {canWriteToDisk() ? t('pack.toDisk') : t('pack.held', { limit })}
        </p>
      )}
    </>
  );
}

/** Lists the files of the chosen entries, and updates while it finds more. */
function usePackedFiles(paths: readonly string[]) {
  const [files, setFiles] = useState<readonly PackedFile[]>();
  const [count, setCount] = useState(0);
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    const closing = new AbortController();
    const { signal } = closing;
    listPackedFiles(paths, signal, (found) => setCount(found.length)).then(setFiles, (failure) => {
      if (!signal.aborted) setError(failure);
    });
    return () => closing.abort();
  }, [paths]);
  return { files, count, error };
}

/** Name of the archive: the entry's own for one entry, the date for several. */
function archiveName(
  paths: readonly string[],
  t: (key: 'pack.fileName', words: { date: string }) => string,
): string {
  const [first] = paths;
  if (paths.length !== 1 || first === undefined) {
    return t('pack.fileName', { date: new Date().toISOString().slice(0, 10) });
  }
  return first.endsWith('/') ? nameOf(first) : splitName(nameOf(first))[0];
}
