import { answerOf, type DocumentAnswer } from './document-answer.ts';
import { PAGES_LIMITS, unpackDocument } from './unpack-document.ts';

addEventListener('message', async ({ data }: MessageEvent<Uint8Array>) => {
  const answer: DocumentAnswer<Uint8Array> = await answerOf(() =>
    unpackDocument(data, PAGES_LIMITS),
  );
  postMessage(answer);
});
