import { GlobalWorkerOptions, getDocument, type PDFDocumentLoadingTask } from 'pdfjs-dist';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';

GlobalWorkerOptions.workerSrc = workerUrl;

export function openPdf(url: string): PDFDocumentLoadingTask {
  return getDocument({
    url,
    cMapUrl: '/assets/pdf/cmaps/',
    standardFontDataUrl: '/assets/pdf/standard_fonts/',
    wasmUrl: '/assets/pdf/wasm/',
    // Scripts and forms in a stranger's PDF stay dead (SECURITY 4).
    enableXfa: false,
    // One request: a limited share's URL need not work twice.
    disableRange: true,
    disableStream: false,
    maxImageSize: 64 * 1024 * 1024,
  });
}
