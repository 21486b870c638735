import { answerOf } from './document-answer.ts';
import { readSheets } from './read-sheets.ts';
import { SHEETS_LIMITS, unpackDocument } from './unpack-document.ts';

addEventListener('message', ({ data }: MessageEvent<Uint8Array>) => {
  // Workbooks of before 2007 are no archives.
  const isPacked = data[0] === 0x50 && data[1] === 0x4b;
  void answerOf(async () =>
    readSheets(isPacked ? await unpackDocument(data, SHEETS_LIMITS) : data),
  ).then((answer) => postMessage(answer));
});
