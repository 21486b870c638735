// A public text share of 2 KB, compared to a bare Fastify route that returns the same bytes, in alternating
// rounds.
import { createTextShare } from '@satchel/api-client/contract/text-shares';
import autocannon from 'autocannon';
import { logIn } from './log-in.ts';
import { median } from './median.ts';
import { startBareFastify, startSatchel } from './start-processes.ts';

const ROUNDS = 5;
const SECONDS = 3;
const CONNECTIONS = 20;

const satchel = await startSatchel();
const api = await logIn(satchel.url);
const { slug } = await api.call(createTextShare, { body: { content: 'x'.repeat(2048) } });
const address = `${satchel.url}/api/paste/${slug}`;
const bare = await startBareFastify(await (await fetch(address)).text());

const rate = async (url: string) => {
  const { requests, non2xx } = await autocannon({
    url,
    duration: SECONDS,
    connections: CONNECTIONS,
  });
  if (non2xx > 0) throw new Error(`${non2xx} replies were no success`);
  return requests.average;
};

await rate(bare.url);
await rate(address);
const ratios: number[] = [];
for (let round = 1; round <= ROUNDS; round += 1) {
  const ours = await rate(address);
  const theirs = await rate(bare.url);
  ratios.push(ours / theirs);
  console.info(`round ${round}: ${ours.toFixed(0)}/s against ${theirs.toFixed(0)}/s`);
}
console.info(`text-share-view: ${(100 * median(ratios)).toFixed(0)} % of a bare route (goal 50 %)`);
await bare.stop();
await satchel.stop();
