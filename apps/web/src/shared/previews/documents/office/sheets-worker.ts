import { answerOf, type DocumentAnswer } from './document-answer.ts';
import { readSheets, type Sheet } from './read-sheets.ts';
import { SHEETS_LIMITS, unpackDocument } from './unpack-document.ts';

addEventListener('message', async ({ data }: MessageEvent<Uint8Array>) => {
  // Workbooks of before 2007 are no archives.
  const isPacked = data[0] === 0x50 && data[1] === 0x4b;
  const answer: DocumentAnswer<readonly Sheet[]> = await answerOf(async () =>
    readSheets(isPacked ? await unpackDocument(data, SHEETS_LIMITS) : data),
  );
  postMessage(answer);
});
