import './code-highlighter.css';
import { languagesFor } from './code/code-languages.ts';
import type { HighlightJob, HighlightResult } from './highlight-worker.ts';

/** Limit in characters. Longer code stays plain, because its spans alone would make the page slow. */
const MAX_LENGTH = 200_000;

/** Timeout of the worker, because some code takes a grammar nearly forever. It stays plain then. */
const TIME_LIMIT_MS = 2_000;

interface Waiting {
  readonly job: HighlightJob;
  readonly resolve: (html: string | null) => void;
}

/** The worker processes one block at a time, so that the timeout applies to one block. */
let worker: Worker | null = null;
let current: Waiting | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
let lastId = 0;
const queue: Waiting[] = [];

/** Highlights code in place. Leaves the text unchanged if the language is unknown. */
export async function highlightCode(element: HTMLElement, language: string): Promise<void> {
  const code = element.textContent;
  if (code.length > MAX_LENGTH || languagesFor(language).length === 0) return;
  const html = await highlightInWorker(code, language);
  // The text may have changed in the meantime.
  if (html === null || element.textContent !== code) return;
  // Safe, because highlight.js escapes the code and adds only spans.
  element.innerHTML = html;
}

function highlightInWorker(code: string, language: string): Promise<string | null> {
  return new Promise((resolve) => {
    lastId += 1;
    queue.push({ job: { id: lastId, code, language }, resolve });
    if (!current) next();
  });
}

function next(): void {
  current = queue.shift() ?? null;
  if (!current) return;
  worker ??= startWorker();
  worker.postMessage(current.job);
  timer = setTimeout(giveUp, TIME_LIMIT_MS);
}

function finish(html: string | null): void {
  clearTimeout(timer);
  current?.resolve(html);
  next();
}

function giveUp(): void {
  worker?.terminate();
  worker = null;
  finish(null);
}

function startWorker(): Worker {
  const started = new Worker(new URL('./highlight-worker.ts', import.meta.url), { type: 'module' });
  started.addEventListener('message', ({ data }: MessageEvent<HighlightResult>) => {
    if (data.id === current?.job.id) finish(data.html);
  });
  started.addEventListener('error', giveUp);
  return started;
}
