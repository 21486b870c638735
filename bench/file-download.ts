// A file of 200 MB through file-download compared to a direct presigned GET, 8 concurrent, in alternating
// rounds.
import { createHash } from 'node:crypto';
import { Agent, get } from 'node:http';
import { viewFileShare } from '@satchel/api-client/contract/file-shares';
import { SETTING_GROUPS } from '@satchel/api-client/contract/limits';
import { updateSettingGroup } from '@satchel/api-client/contract/settings';
import { logIn } from './log-in.ts';
import { median } from './median.ts';
import { startSatchel } from './start-processes.ts';

const ROUNDS = 5;
const AT_ONCE = 8;
const SIZE_BYTES = 200 * 1024 * 1024;

const satchel = await startSatchel();
const api = await logIn(satchel.url);
await api.call(updateSettingGroup, {
  params: { group: SETTING_GROUPS.global },
  query: {},
  body: { max_upload_size: 1024 },
});
const bytes = Buffer.alloc(SIZE_BYTES, createHash('sha256').update('satchel').digest());
await fetch(`${satchel.url}/api/upload-direct/bench.bin?slug=bench-file&max_views=0`, {
  method: 'PUT',
  headers: api.headers(),
  body: bytes,
}).then((reply) => {
  if (!reply.ok) throw new Error(`upload: ${reply.status}`);
});
const agent = new Agent({ maxSockets: AT_ONCE });
const { s3_direct_download_url: direct = '', proxy_download_url: proxied = '' } = await api.call(
  viewFileShare,
  { params: { slug: 'bench-file' }, query: {} },
);

const download = (url: string) =>
  new Promise<number>((resolve, reject) => {
    get(url, { agent }, (response) => {
      let total = 0;
      response.on('data', (chunk: Buffer) => {
        total += chunk.length;
      });
      response.on('end', () => resolve(total));
    }).on('error', reject);
  });

const rate = async (url: string) => {
  const started = performance.now();
  const totals = await Promise.all(Array.from({ length: AT_ONCE }, () => download(url)));
  const mebibytes = totals.reduce((sum, total) => sum + total, 0) / 1024 ** 2;
  return (mebibytes * 1000) / (performance.now() - started);
};

const memory = (when: string) =>
  console.info(`memory ${when}: ${satchel.peakMemoryMebibytes().toFixed(0)} MiB at most`);
memory('after the upload');
await rate(proxied);
memory('after downloads through the server');
await rate(direct);
memory('after direct downloads');
const ratios: number[] = [];
for (let round = 1; round <= ROUNDS; round += 1) {
  const ours = await rate(proxied);
  const theirs = await rate(direct);
  ratios.push(ours / theirs);
  console.info(`round ${round}: ${ours.toFixed(0)} MiB/s against ${theirs.toFixed(0)} MiB/s`);
}
console.info(
  `file-download: ${(100 * median(ratios)).toFixed(0)} % of a presigned GET (goal 70 %)`,
);
console.info(`server memory: ${satchel.peakMemoryMebibytes().toFixed(0)} MiB at most (goal 300)`);
agent.destroy();
await satchel.stop();
