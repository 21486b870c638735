import { GlobalWorkerOptions, getDocument, type PDFDocumentLoadingTask } from 'pdfjs-dist';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';

GlobalWorkerOptions.workerSrc = workerUrl;

export function openPdf(url: string): PDFDocumentLoadingTask {
  return getDocument({
    url,
    cMapUrl: '/assets/pdf/cmaps/',
    standardFontDataUrl: '/assets/pdf/standard_fonts/',
    wasmUrl: '/assets/pdf/wasm/',
    // Scripts and forms of a stranger's PDF must not run (SECURITY 4).
    enableXfa: false,
    // One request for everything, because the URL of a limited share may work only once.
    disableRange: true,
    disableStream: false,
    maxImageSize: 64 * 1024 * 1024,
  });
}
