import { Skeleton } from '@satchel/ui/feedback/skeleton';
import { useWidth } from '@satchel/ui/lists/use-width';
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  GlobalWorkerOptions,
  getDocument,
  type PDFDocumentLoadingTask,
  type PDFDocumentProxy,
} from 'pdfjs-dist';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PreviewFailure, type PreviewFailureReason } from '../preview-failure.tsx';
import { type PreviewFile, usePreviewSource } from '../source/preview-source.ts';
import { PAPER_RATIO, PdfPage } from './pdf-page.tsx';

const MAX_WIDTH_PX = 900;
const GAP_PX = 16;

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
  const source = usePreviewSource();
  const [document, setDocument] = useState<PDFDocumentProxy | null>(null);
  const [failure, setFailure] = useState<PreviewFailureReason>();

  useEffect(() => {
    const loading = openPdf(source.rangedUrl(file.path), source.rangedHeaders());
    let isGone = false;
    loading.promise.then(setDocument, ({ name }: Error) => {
      // Otherwise the bytes did not arrive.
      const isRead = ['InvalidPDFException', 'PasswordException'].includes(name);
      if (!isGone) setFailure(isRead ? 'unreadable' : 'failed');
    });
    return () => {
      isGone = true;
      void loading.destroy();
    };
  }, [source, file.path]);

  if (failure) return <PreviewFailure reason={failure} />;
  if (!document) return <Skeleton className="m-4 h-96" />;
  return <Pages document={document} name={file.name} />;
}

/** All pages below each other. Draws those near the visible ones. */
function Pages({ document, name }: { document: PDFDocumentProxy; name: string }) {
  const { t } = useTranslation('previews');
  const scroller = useRef<HTMLElement>(null);
  const widthPx = Math.min(useWidth(scroller) - 2 * GAP_PX, MAX_WIDTH_PX);
  const virtualizer = useVirtualizer({
    count: document.numPages,
    getScrollElement: () => scroller.current,
    estimateSize: () => widthPx * PAPER_RATIO,
    gap: GAP_PX,
    paddingStart: GAP_PX,
    paddingEnd: GAP_PX,
    overscan: 1,
    enabled: widthPx > 0,
  });
  const pages = virtualizer.getVirtualItems();
  // The page that covers the line at which one reads, not one of which only the end is left.
  const line = (virtualizer.scrollOffset ?? 0) + (scroller.current?.clientHeight ?? 0) / 3;
  const current = pages.find(({ end }) => end >= line) ?? pages.at(-1);
  return (
    <>
      <section
        ref={scroller}
        aria-label={t('pdf.pages')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable (WCAG 2.1.1)
        tabIndex={0}
        className="min-h-0 flex-1 overflow-y-auto bg-sunken -outline-offset-2"
      >
        <div
          className="relative mx-auto"
          style={{ height: virtualizer.getTotalSize(), width: widthPx }}
        >
          {pages.map(({ index, start }) => (
            <div
              key={index}
              data-index={index}
              ref={virtualizer.measureElement}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${start}px)` }}
            >
              <PdfPage
                document={document}
                pageNumber={index + 1}
                widthPx={widthPx}
                label={t('pdf.label', { name, page: index + 1 })}
              />
            </div>
          ))}
        </div>
      </section>
      <p
        role="status"
        className="figures border-t border-line px-4 py-1.5 text-center text-caption text-ink-muted"
      >
        {t('pdf.page', { page: (current?.index ?? 0) + 1, total: document.numPages })}
      </p>
    </>
  );
}
