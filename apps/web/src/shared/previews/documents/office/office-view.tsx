import { Button } from '@satchel/ui/actions/button';
import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { extensionOf } from '#shared/file-types/file-types.ts';
import { PreviewFailure } from '../../preview-failure.tsx';
import { type PreviewFile, usePreviewSource } from '../../source/preview-source.ts';
import { ReadingProgress } from '../../window/reading-progress.tsx';
import { DOCUMENT_MAX_BYTES, DocumentTooLargeError } from './document-answer.ts';
import { DocumentFrame } from './document-frame.tsx';
import { OnlineViewer } from './online-viewer.tsx';
import { type DocumentKind, documentKindOf, readDocument } from './read-document.ts';
import { SheetsView } from './sheets-view.tsx';

/** Time that a document stays cached after its preview closes. Short, because it may be large. */
const KEPT_MS = 10_000;

/** Shows a document of an office program in the browser, or in an online viewer if the user prefers that. */
export function OfficeView({ file }: { file: PreviewFile }) {
  const { t } = useTranslation('previews');
  const [isOnline, setOnline] = useState(false);
  const kind = documentKindOf(extensionOf(file.name));
  if (kind === undefined) return <OnlineViewer file={file} />;
  if (isOnline) return <OnlineViewer file={file} onBack={() => setOnline(false)} />;
  return (
    <>
      <DocumentContent file={file} kind={kind} />
      <div className="flex items-center justify-between gap-3 border-t border-line px-4 py-2 text-caption text-ink-muted">
        <span>{t('office.here')}</span>
        <Button size="small" icon={<ExternalLink />} onClick={() => setOnline(true)}>
          {t('office.online')}
        </Button>
      </div>
    </>
  );
}

function DocumentContent({ file, kind }: { file: PreviewFile; kind: DocumentKind }) {
  const { t } = useTranslation('previews');
  const source = usePreviewSource();
  const { path, size, etag } = file;
  const [readBytes, setReadBytes] = useState(0);
  const isTooLarge = (size ?? 0) > DOCUMENT_MAX_BYTES;
  const content = useQuery({
    queryKey: [...source.keyOf(path), 'document', etag],
    queryFn: ({ signal }) => readDocument({ source, path, kind, signal, onProgress: setReadBytes }),
    enabled: !isTooLarge,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: KEPT_MS,
    retry: false,
  });
  if (isTooLarge || content.error instanceof DocumentTooLargeError) {
    return <PreviewFailure reason="tooLarge" />;
  }
  if (content.error) return <PreviewFailure reason="unreadable" />;
  if (!content.data) {
    return <ReadingProgress label={t('office.loading')} readBytes={readBytes} size={size} />;
  }
  if ('page' in content.data) return <DocumentFrame page={content.data.page} title={file.name} />;
  return <SheetsView sheets={content.data.sheets} name={file.name} />;
}
