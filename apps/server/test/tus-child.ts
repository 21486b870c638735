import { writeSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { FileUrlStorage } from 'tus-js-client';
import { shareWithTus, type TusTask } from './share-with-tus.ts';

// Program that a test kills and starts again. It resumes the upload that its storage names.
const task = JSON.parse(process.argv[2] ?? '') as TusTask & {
  readonly path: string;
  readonly storage: string;
  /** Number of sent bytes at which it stands still until it is killed. */
  readonly stopsAt?: number;
  /** Bytes of one request; by default all. */
  readonly chunkSize?: number;
};
const { stopsAt = Number.POSITIVE_INFINITY, chunkSize = Number.POSITIVE_INFINITY } = task;
// tus-js-client 4.3.1 never says of a resumed file stream that it is complete, so it gets a buffer.
await shareWithTus(await readFile(task.path), task, {
  chunkSize,
  urlStorage: new FileUrlStorage(task.storage),
  onProgress(sentBytes) {
    if (sentBytes < stopsAt) return;
    writeSync(1, 'stopped\n');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  },
});
