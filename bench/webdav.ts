// WebDAV: listing 20,000 files and transferring 200 MB, compared to Apache mod_dav, rclone and the bare
// storage.
import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { median } from './median.ts';
import { BUCKET, createClient } from './upload-store.ts';
import {
  type Contender,
  FILES,
  send,
  startApache,
  startRclone,
  startSatchelDav,
  timeOf,
} from './webdav-scene.ts';

const ROUNDS = 9;
const TRANSFER_ROUNDS = 5;
const LARGE = Buffer.alloc(200 * 1024 ** 2, 'satchel ');

const satchel = await startSatchelDav();
const contenders: readonly Contender[] = [satchel, await startApache(), await startRclone()];
for (const contender of contenders) await contender.fill();

const listings = new Map<string, number[]>(contenders.map(({ name }) => [name, []]));
for (let round = 0; round <= ROUNDS; round += 1) {
  for (const contender of contenders) {
    const time = await timeOf(() => list(contender));
    // Skips the first, cold round.
    if (round > 0) listings.get(contender.name)?.push(time);
  }
}
for (const [name, times] of listings) {
  const ratio = median(listings.get('satchel') ?? []) / median(times);
  console.info(
    `PROPFIND of ${FILES}, warm: ${name} ${median(times).toFixed(0)} ms; ours takes ${ratio.toFixed(2)} × that (goal 2 × Apache)`,
  );
}

const client = createClient(satchel.storeUrl);
const object = { Bucket: BUCKET, Key: 'direct' };
// Uses the same client as the others, because the SDK reads and writes differently.
const bareUrls = {
  PUT: await getSignedUrl(client, new PutObjectCommand(object)),
  GET: await getSignedUrl(client, new GetObjectCommand(object)),
};
const rates: Record<string, number[]> = {};
const note = (name: string, ms: number) => {
  rates[name] ??= [];
  rates[name].push(ms);
};
for (let round = 0; round <= TRANSFER_ROUNDS; round += 1) {
  const put = await timeOf(() => drain(fetch(bareUrls.PUT, { method: 'PUT', body: LARGE })));
  const get = await timeOf(() => read(fetch(bareUrls.GET)));
  if (round > 0) note('PUT storage', put);
  if (round > 0) note('GET storage', get);
  for (const contender of contenders) {
    const own = {
      put: await timeOf(() => drain(send(contender, 'PUT', 'large.bin', { body: LARGE }))),
      get: await timeOf(() => read(send(contender, 'GET', 'large.bin'))),
    };
    if (round > 0) note(`PUT ${contender.name}`, own.put);
    if (round > 0) note(`GET ${contender.name}`, own.get);
  }
}
for (const method of ['PUT', 'GET']) {
  const bare = median(rates[`${method} storage`] ?? []);
  for (const { name } of contenders) {
    const share = bare / median(rates[`${method} ${name}`] ?? []);
    console.info(
      `${method} of 200 MB: ${name} has ${(share * 100).toFixed(0)} % of the rate of the bare storage (goal for ours 70 %)`,
    );
  }
}
client.destroy();
for (const contender of contenders) await contender.stop();

async function list(contender: Contender): Promise<void> {
  const reply = await send(contender, 'PROPFIND', 'many/', { headers: { depth: '1' } });
  const text = await reply.text();
  const count = text.match(/:response[ >]/g)?.length ?? 0;
  if (count < FILES) throw new Error(`${contender.name} lists ${count}`);
}

async function drain(sent: Promise<Response>): Promise<void> {
  const response = await sent;
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${response.url} answers ${response.status}`);
}

async function read(sent: Promise<Response>): Promise<void> {
  const { body, url } = await sent;
  let bytes = 0;
  for await (const chunk of body ?? []) bytes += chunk.length;
  if (bytes !== LARGE.length) throw new Error(`${url} sent ${bytes}`);
}
