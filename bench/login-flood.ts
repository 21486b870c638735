// An ordinary visitor while the server is idle and during 200 invalid log-ins per second, from one address
// and from many.
import { Agent, get, request } from 'node:http';
import { createTextShare } from '@satchel/api-client/contract/text-shares';
import { logIn } from './log-in.ts';
import { median } from './median.ts';
import { startSatchel } from './start-processes.ts';

const ROUNDS = 3;
const SECONDS = 5;
const LOGINS_PER_SECOND = 200;
const VISITS_PER_SECOND = 50;
const SIZE_BYTES = 200 * 1000;

// The server trusts this process as a proxy, so that it can forge client addresses.
const satchel = await startSatchel({ TRUSTED_PROXIES: '127.0.0.1' });
const api = await logIn(satchel.url);
const { slug } = await api.call(createTextShare, { body: { content: 'x'.repeat(2048) } });
const stored = await fetch(`${satchel.url}/api/upload-direct/bench.bin?slug=bench-file`, {
  method: 'PUT',
  headers: api.headers(),
  body: Buffer.alloc(SIZE_BYTES, 'satchel'),
});
if (!stored.ok) throw new Error(`upload: ${stored.status}`);

const agent = new Agent({ keepAlive: true });
const visit = (path: string) =>
  new Promise<number>((resolve, reject) => {
    const started = performance.now();
    get(satchel.url + path, { agent }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${path}: ${response.statusCode}`));
      response.resume().on('end', () => resolve(performance.now() - started));
    }).on('error', reject);
  });

let loginCount = 0;
const logInWrongly = (source: string) =>
  new Promise<number>((resolve, reject) => {
    loginCount += 1;
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': source };
    const call = request(`${satchel.url}/api/admin/login`, { method: 'POST', agent, headers });
    call.on('error', reject).on('response', (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    });
    call.end(JSON.stringify({ username: `invented-${loginCount}`, password: 'wrong-password' }));
  });

/** Runs work a number of times per second; resolves to all results. */
async function atRate<Result>(perSecond: number, work: () => Promise<Result>): Promise<Result[]> {
  const results: Promise<Result>[] = [];
  const started = performance.now();
  while (results.length < perSecond * SECONDS) {
    const due = Math.floor(((performance.now() - started) / 1000) * perSecond);
    while (results.length < Math.min(due, perSecond * SECONDS)) results.push(work());
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  return Promise.all(results);
}

const p99 = (times: readonly number[]) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0;

async function measureVisits() {
  const [texts, files] = await Promise.all([
    atRate(VISITS_PER_SECOND, () => visit(`/api/paste/${slug}`)),
    atRate(VISITS_PER_SECOND, () => visit('/api/file-download/bench-file')),
  ]);
  return { text: p99(texts), file: p99(files) };
}

const cpuShare = (from: number, to: number) => ((100 * (to - from)) / SECONDS).toFixed(0);

async function compare(name: string, sourceOf: () => string) {
  const ratios = { text: [] as number[], file: [] as number[] };
  for (let round = 1; round <= ROUNDS; round += 1) {
    const atStart = satchel.cpuSeconds();
    const idle = await measureVisits();
    const afterIdle = satchel.cpuSeconds();
    const [flooded, statuses] = await Promise.all([
      measureVisits(),
      atRate(LOGINS_PER_SECOND, () => logInWrongly(sourceOf())),
    ]);
    // On a busy machine this share of the CPU is more reliable than the times.
    const cpu = `${cpuShare(atStart, afterIdle)} % → ${cpuShare(afterIdle, satchel.cpuSeconds())} % of a processor`;
    ratios.text.push(flooded.text / idle.text);
    ratios.file.push(flooded.file / idle.file);
    const answers = Object.entries(Object.groupBy(statuses, (status) => status)).map(
      ([status, group = []]) => `${group.length} × ${status}`,
    );
    const shown = (kind: 'text' | 'file') =>
      `${kind} ${flooded[kind].toFixed(1)} ms against ${idle[kind].toFixed(1)} ms`;
    console.info(
      `${name}, round ${round}: p99 of ${shown('text')}, ${shown('file')}; ${cpu}; ${answers.join(', ')}`,
    );
  }
  console.info(
    `login-flood ${name}: p99 × ${median(ratios.text).toFixed(1)} of a text, × ` +
      `${median(ratios.file).toFixed(1)} of a file of 200 kB (goal 2)`,
  );
}

// Runs once without measuring, as a warm-up.
await Promise.all([measureVisits(), atRate(LOGINS_PER_SECOND, () => logInWrongly('203.0.113.2'))]);
await compare('from one address', () => '203.0.113.1');
await compare(
  'from ever new addresses',
  () => `10.${loginCount >> 16}.${(loginCount >> 8) & 255}.${loginCount & 255}`,
);
agent.destroy();
await satchel.stop();
