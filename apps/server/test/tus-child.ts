import { createReadStream } from 'node:fs';
import { FileUrlStorage } from 'tus-js-client';
import { shareWithTus, type TusTask } from './share-with-tus.ts';

// Program that a test kills and starts again: it goes on with the upload that its storage names.
const task = JSON.parse(process.argv[2] ?? '') as TusTask & {
  readonly path: string;
  readonly storage: string;
};
await shareWithTus(createReadStream(task.path), task, {
  urlStorage: new FileUrlStorage(task.storage),
  onProgress: (bytes) => process.stdout.write(`${bytes}\n`),
});
process.stdout.write('done\n');
