import { GlobalWorkerOptions, getDocument, type PDFDocumentLoadingTask } from 'pdfjs-dist';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';

GlobalWorkerOptions.workerSrc = workerUrl;

/**
 * Opens a document, whole or, with the headers of somebody who may read it as often as they like, by
 * ranges.
 */
export function openPdf(url: string, headers?: Record<string, string>): PDFDocumentLoadingTask {
  return getDocument({
    url,
    ...(headers && { httpHeaders: headers }),
    cMapUrl: '/assets/pdf/cmaps/',
    standardFontDataUrl: '/assets/pdf/standard_fonts/',
    wasmUrl: '/assets/pdf/wasm/',
    // Scripts and forms of a stranger's PDF must not run (SECURITY 4).
    enableXfa: false,
    // One request for everything, because the URL of a limited share may work only once.
    disableRange: headers === undefined,
    disableAutoFetch: headers !== undefined,
    disableStream: headers !== undefined,
    maxImageSize: 64 * 1024 * 1024,
  });
}
