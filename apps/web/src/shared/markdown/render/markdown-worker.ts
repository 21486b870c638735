import { renderPieces } from './markdown-parser.ts';

addEventListener('message', ({ data: source }: MessageEvent<string>) => {
  for (const html of renderPieces(source)) postMessage(html);
  postMessage(null);
});
