import './code-highlighter.css';
import { languagesFor } from './code-languages.ts';
import type { HighlightJob, HighlightResult } from './highlight-worker.ts';

/** Longer code is not coloured: its spans alone would make the page slow. */
const MAX_LENGTH = 200_000;

/** Some code takes the grammar of its language for ever. It is shown without colours then. */
const TIME_LIMIT_MS = 2_000;

interface Waiting {
  readonly job: HighlightJob;
  readonly resolve: (html: string | null) => void;
}

/** One job at a time, so that a time limit is that of one block. */
let worker: Worker | null = null;
let current: Waiting | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
let lastId = 0;
const queue: Waiting[] = [];

/** Colours code in place. Without a known language the text stays as it is. */
export async function highlightCode(element: HTMLElement, language: string): Promise<void> {
  const code = element.textContent;
  if (code.length > MAX_LENGTH || languagesFor(language).length === 0) return;
  const html = await highlightInWorker(code, language);
  // The text may have changed meanwhile.
  if (html === null || element.textContent !== code) return;
  // highlight.js escapes the code itself and adds nothing but spans.
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
