import { type Argon2Parameters, argon2Sync } from 'node:crypto';
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';

// A visitor's page goes before a log-in. Linux lowers the thread that asks, others all of the process.
if (process.platform === 'linux') setPriority(10);

parentPort?.on('message', (parameters: Argon2Parameters) => {
  parentPort?.postMessage(argon2Sync('argon2id', parameters));
});
