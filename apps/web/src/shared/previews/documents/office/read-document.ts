import { readBody } from '#shared/text/read-body.ts';
import type { PreviewSource } from '../../source/preview-source.ts';
import {
  DOCUMENT_MAX_BYTES,
  type DocumentAnswer,
  DocumentTooLargeError,
} from './document-answer.ts';
import type { Sheet } from './read-sheets.ts';

/** Timeout of reading a whole document over a slow connection. */
const READ_TIMEOUT_MS = 300_000;
/** Timeout of a worker. No document within the limits takes as long, unless it is made to. */
const WORK_TIMEOUT_MS = 60_000;

/** Documents that the browser reads itself. */
export type DocumentKind = 'pages' | 'slides' | 'sheets';

const KINDS: Readonly<Record<string, DocumentKind>> = {
  ...{ docx: 'pages', docm: 'pages', dotx: 'pages' },
  ...{ pptx: 'slides', pptm: 'slides', ppsx: 'slides' },
  ...{ xlsx: 'sheets', xlsm: 'sheets', xlsb: 'sheets', xls: 'sheets', ods: 'sheets' },
};

/** Undefined for documents that only other programs read, such as `.doc`. */
export function documentKindOf(extension: string): DocumentKind | undefined {
  return KINDS[extension];
}

/** Content of a document: a whole HTML page, or the sheets of a workbook. */
export type DocumentContent = { readonly page: string } | { readonly sheets: readonly Sheet[] };

export interface ReadDocumentOptions {
  readonly source: Pick<PreviewSource, 'open'>;
  readonly path: string;
  readonly kind: DocumentKind;
  readonly signal: AbortSignal;
  /** Gets the number of bytes received so far. */
  readonly onProgress: (bytes: number) => void;
}

/**
 * Reads a document. Workers unpack it and read tables; the other two libraries need the DOM.
 *
 * @throws {DocumentTooLargeError}
 */
export async function readDocument(options: ReadDocumentOptions): Promise<DocumentContent> {
  const { source, path, kind, signal, onProgress } = options;
  const reply = await source.open(path, { signal, timeoutMs: READ_TIMEOUT_MS });
  const body = await readBody(reply, { onProgress, maxBytes: DOCUMENT_MAX_BYTES });
  if (body.size > DOCUMENT_MAX_BYTES) throw new DocumentTooLargeError(path);
  const bytes = new Uint8Array(await body.arrayBuffer());
  // The build finds workers by this form only.
  if (kind === 'sheets') {
    const worker = new Worker(new URL('./sheets-worker.ts', import.meta.url), { type: 'module' });
    return { sheets: await work<readonly Sheet[]>(worker, bytes, signal) };
  }
  const worker = new Worker(new URL('./pages-worker.ts', import.meta.url), { type: 'module' });
  const unpacked = await work<Uint8Array<ArrayBuffer>>(worker, bytes, signal);
  if (kind === 'slides') {
    const { slidesPage } = await import('./pages/slides-page.ts');
    return { page: await slidesPage(unpacked) };
  }
  const { wordPage } = await import('./pages/word-page.ts');
  return { page: await wordPage(unpacked) };
}

async function work<Content>(
  worker: Worker,
  bytes: Uint8Array<ArrayBuffer>,
  signal: AbortSignal,
): Promise<Content> {
  const stop = AbortSignal.any([signal, AbortSignal.timeout(WORK_TIMEOUT_MS)]);
  try {
    const { data } = await new Promise<MessageEvent<DocumentAnswer<Content>>>((resolve, reject) => {
      worker.addEventListener('message', resolve, { once: true });
      worker.addEventListener('error', () => reject(new Error('The worker failed')), {
        once: true,
      });
      stop.addEventListener('abort', () => reject(stop.reason as Error), { once: true });
      worker.postMessage(bytes, [bytes.buffer]);
    });
    if ('content' in data) return data.content;
    throw data.problem === 'tooLarge' ? new DocumentTooLargeError() : new Error('Not readable');
  } finally {
    worker.terminate();
  }
}
