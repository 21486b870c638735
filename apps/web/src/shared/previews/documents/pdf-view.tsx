import { Button } from '@satchel/ui/actions/button';
import { Skeleton } from '@satchel/ui/feedback/skeleton';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import {
  GlobalWorkerOptions,
  getDocument,
  type PDFDocumentLoadingTask,
  type PDFDocumentProxy,
} from 'pdfjs-dist';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PreviewFailure } from '../preview-failure.tsx';
import { type PreviewFile, usePreviewSource } from '../source/preview-source.ts';
import { PdfPage } from './pdf-page.tsx';

GlobalWorkerOptions.workerSrc = workerUrl;

/** Opens a document by reading ranges of it. */
function openPdf(url: string, headers: Record<string, string>): PDFDocumentLoadingTask {
  return getDocument({
    url,
    httpHeaders: headers,
    cMapUrl: '/assets/pdf/cmaps/',
    standardFontDataUrl: '/assets/pdf/standard_fonts/',
    wasmUrl: '/assets/pdf/wasm/',
    // Scripts and forms of an untrusted PDF must not run (SECURITY 4).
    enableXfa: false,
    disableAutoFetch: true,
    disableStream: true,
    maxImageSize: 64 * 1024 * 1024,
  });
}

/**
 * PDF viewer with pdf.js, because the browser's viewer does not work in the sandbox of shared content. Requests
 * ranges, so that pages load one by one.
 */
export function PdfView({ file }: { file: PreviewFile }) {
  const { t } = useTranslation('previews');
  const source = usePreviewSource();
  const [document, setDocument] = useState<PDFDocumentProxy | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const [pageNumber, setPageNumber] = useState(1);

  useEffect(() => {
    const loading = openPdf(source.rangedUrl(file.path), source.rangedHeaders());
    let isGone = false;
    loading.promise.then(setDocument, () => {
      if (!isGone) setHasFailed(true);
    });
    return () => {
      isGone = true;
      void loading.destroy();
    };
  }, [source, file.path]);

  if (hasFailed) return <PreviewFailure reason="failed" />;
  if (!document) return <Skeleton className="m-4 h-96" />;
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <nav
        aria-label={t('pdf.pages')}
        className="flex items-center justify-center gap-3 border-b border-line px-3 py-1.5"
      >
        <Button
          size="small"
          icon={<ChevronLeft className="size-4" />}
          disabled={pageNumber <= 1}
          onClick={() => setPageNumber(pageNumber - 1)}
        >
          {t('pdf.previous')}
        </Button>
        <span aria-live="polite" className="text-sm text-ink-muted tabular-nums">
          {t('pdf.page', { page: pageNumber, total: document.numPages })}
        </span>
        <Button
          size="small"
          disabled={pageNumber >= document.numPages}
          onClick={() => setPageNumber(pageNumber + 1)}
        >
          {t('pdf.next')}
          <ChevronRight className="size-4" />
        </Button>
      </nav>
      <div className="overflow-x-auto bg-sunken p-4">
        <PdfPage
          document={document}
          pageNumber={pageNumber}
          label={t('pdf.label', { name: file.name, page: pageNumber })}
        />
      </div>
    </div>
  );
}
