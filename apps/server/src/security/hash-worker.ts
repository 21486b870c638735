import { type Argon2Parameters, argon2Sync } from 'node:crypto';
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';

// Lowers the priority, so that visitors' pages come before log-ins. Linux lowers this thread only;
// other systems would lower the whole process.
if (process.platform === 'linux') setPriority(10);

parentPort?.on('message', (parameters: Argon2Parameters) => {
  parentPort?.postMessage(argon2Sync('argon2id', parameters));
});
