// Creating texts of 2 KB, compared to a bare Fastify route with one synchronous insert per request, in
// alternating rounds.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { logInWithToken } from './log-in.ts';
import { median } from './median.ts';
import { start, startSatchel } from './start-processes.ts';

const ROUNDS = 5;
const SECONDS = 3;
const CONNECTIONS = 50;

const satchel = await startSatchel();
const { token } = await logInWithToken(satchel.url);
const dataDirectory = mkdtempSync(join(tmpdir(), 'satchel-bench-'));
const bare = await start([join(import.meta.dirname, 'bare-text-insert.ts')], {
  DATA_DIR: dataDirectory,
});

const rate = async (url: string) => {
  const { requests, non2xx } = await autocannon({
    url,
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ content: 'x'.repeat(2048) }),
    duration: SECONDS,
    connections: CONNECTIONS,
  });
  if (non2xx > 0) throw new Error(`${non2xx} replies were no success`);
  return requests.average;
};

await rate(bare.url);
await rate(`${satchel.url}/api/paste`);
const ratios: number[] = [];
for (let round = 1; round <= ROUNDS; round += 1) {
  const ours = await rate(`${satchel.url}/api/paste`);
  const theirs = await rate(bare.url);
  ratios.push(ours / theirs);
  console.info(`round ${round}: ${ours.toFixed(0)}/s against ${theirs.toFixed(0)}/s`);
}
const ratio = median(ratios).toFixed(2);
console.info(`text-share-create: ${ratio} x one synchronous insert a request (goal 1.5 x)`);
await bare.stop();
await satchel.stop();
rmSync(dataDirectory, { recursive: true });
