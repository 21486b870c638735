import { highlight } from './code/highlight.ts';

export interface HighlightJob {
  readonly id: number;
  readonly code: string;
  readonly language: string;
}

export interface HighlightResult {
  readonly id: number;
  readonly html: string | null;
}

addEventListener('message', ({ data: { id, code, language } }: MessageEvent<HighlightJob>) => {
  const answer = (html: string | null) => postMessage({ id, html } satisfies HighlightResult);
  highlight(code, language).then(answer, () => answer(null));
});
