/** Largest document that is read, packed as it is stored. All of it is in memory while it is shown. */
export const DOCUMENT_MAX_BYTES = 32 * 1024 ** 2;

export class DocumentTooLargeError extends Error {
  override readonly name = 'DocumentTooLargeError';
}

/** Reply of a worker that reads a document. */
export type DocumentAnswer<Content> =
  | { readonly content: Content }
  | { readonly problem: 'failed' | 'tooLarge' };

export async function answerOf<Content>(
  read: () => Promise<Content>,
): Promise<DocumentAnswer<Content>> {
  try {
    return { content: await read() };
  } catch (error) {
    return { problem: error instanceof DocumentTooLargeError ? 'tooLarge' : 'failed' };
  }
}
