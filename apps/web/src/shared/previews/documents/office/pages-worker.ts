import { answerOf } from './document-answer.ts';
import { PAGES_LIMITS, unpackDocument } from './unpack-document.ts';

addEventListener('message', ({ data }: MessageEvent<Uint8Array>) => {
  void answerOf(() => unpackDocument(data, PAGES_LIMITS)).then((answer) => postMessage(answer));
});
