import { sanitizeMarkdown } from './sanitize-markdown.ts';

const LONG_TEXT_LENGTH = 200_000;
const MANY_CELLS = 5_000;

/**
 * Whether a text, or the tables in it, are so long that a worker has to parse it and the page to show it piece by
 * piece, so that it stays responsive.
 */
export function isLongMarkdown(source: string): boolean {
  return source.length > LONG_TEXT_LENGTH || source.split('|').length > MANY_CELLS;
}

/**
 * Renders a long text into an element. A worker parses it, and each piece is sanitised and shown as it
 * arrives. The browser does not lay out pieces outside the viewport.
 *
 * @returns when the text is complete, or the signal was aborted
 */
export async function renderLongMarkdown(
  root: HTMLElement,
  source: string,
  signal: AbortSignal,
): Promise<void> {
  const worker = new Worker(new URL('./markdown-worker.ts', import.meta.url), { type: 'module' });
  const pieces: (string | null)[] = [];
  let wake = () => {};
  worker.addEventListener('message', ({ data }: MessageEvent<string | null>) => {
    pieces.push(data);
    wake();
  });
  worker.addEventListener('error', () => {
    pieces.push(null);
    wake();
  });
  signal.addEventListener('abort', () => wake(), { once: true });
  worker.postMessage(source);
  root.replaceChildren();
  try {
    while (!signal.aborted) {
      const html = pieces.shift();
      if (html === null) return;
      if (html === undefined) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        continue;
      }
      const piece = document.createElement('div');
      piece.className = 'markdown-piece';
      piece.append(sanitizeMarkdown(html));
      root.append(piece);
      // Lets the browser handle keys and clicks between two pieces.
      await new Promise((resolve) => setTimeout(resolve));
    }
  } finally {
    worker.terminate();
  }
}
