/**
 * Runs Lighthouse against pages of the real server with the system's Chromium: public pages without a
 * session, other pages as the administrator. It takes some minutes, and its scores depend on the machine, so
 * it is not part of `npm test`: `node apps/web/scripts/lighthouse.ts`. It uses Lighthouse's defaults: a slow
 * phone on a slow network. `--desktop` measures a desktop; `/share /file` measure only pages whose paths start so.
 */
import { randomBytes } from 'node:crypto';
import { chromium } from '@playwright/test';
import { createUploadRequest } from '@satchel/api-client/contract/upload-requests';
import { freePort } from '@satchel/test-kit/free-port';
import lighthouse, { desktopConfig } from 'lighthouse';
import { logInByApi } from '../e2e/fixtures/api.ts';
import buildWebApp from '../e2e/fixtures/build-web-app.ts';
import { fillBundle, openBundle } from '../e2e/fixtures/bundles.ts';
import { png } from '../e2e/fixtures/files.ts';
import { startServer } from '../e2e/fixtures/server.ts';

const GOALS: Readonly<Record<string, number>> = {
  performance: 95,
  accessibility: 100,
  'best-practices': 100,
};
const CATEGORIES = ['performance', 'accessibility', 'best-practices'];
const METRICS = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
  'speed-index',
];

const TEXT = [
  '# Notes\n\nSome words, **bold** and [linked](#notes).',
  '| a | b |\n| - | - |\n| 1 | 2 |',
  '```ts\nconst answer: number = 42;\n```',
  'A formula: $e^{i\\pi} + 1 = 0$',
].join('\n\n');

/** Pictures of a bundle, more than a screen has. */
const PICTURES = 24;

/** Browsers do not count a picture of one colour as a paint. */
const noise = (size: number) => png(size, () => [...randomBytes(3)] as [number, number, number]);

const isDesktop = process.argv.includes('--desktop');
/** Starts of the measured paths, such as `/share`; all by default. */
const wanted = process.argv.slice(2).filter((argument) => argument.startsWith('/'));
const isWanted = (path: string) =>
  wanted.length === 0 || wanted.some((start) => path.startsWith(start));
const write = (line: string) => process.stdout.write(`${line}\n`);

/** Prepares a first visit: clears all caches of the app, and keeps the session. */
async function forgetApp(origin: string): Promise<void> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.clearBrowserCache');
  const storageTypes = 'service_workers,cache_storage,indexeddb';
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes });
  await page.close();
}

async function measure(url: string, port: number): Promise<void> {
  await forgetApp(new URL(url).origin);
  const result = await lighthouse(
    url,
    { port, onlyCategories: CATEGORIES, logLevel: 'error', disableStorageReset: true },
    isDesktop ? desktopConfig : undefined,
  );
  if (!result) throw new Error(`Lighthouse has nothing to say about ${url}`);
  const { audits, categories } = result.lhr;
  write(`\n${new URL(url).pathname}`);
  for (const name of CATEGORIES) {
    const score = Math.round((categories[name]?.score ?? 0) * 100);
    const goal = GOALS[name];
    const isMissed = goal !== undefined && score < goal;
    if (isMissed) process.exitCode = 1;
    write(`  ${String(score).padStart(3)}  ${name}${isMissed ? `, below ${goal}` : ''}`);
  }
  for (const name of METRICS) write(`       ${name}: ${audits[name]?.displayValue ?? '?'}`);
  for (const audit of Object.values(audits)) {
    const isFailed = audit.scoreDisplayMode === 'binary' && audit.score === 0;
    if (isFailed) write(`       failed: ${audit.id}, ${audit.title}`);
  }
}

buildWebApp();
const server = await startServer();
const port = await freePort();
// Lighthouse opens its tabs in the browser's default context, so the session has to be there.
const context = await chromium.launchPersistentContext('', {
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--no-first-run', `--remote-debugging-port=${port}`],
});
try {
  const admin = await logInByApi(server.origin);
  const text = await admin.shareText(TEXT, { remark: 'Measured' });
  const file = await admin.shareFile('measured.png', png(512), { remark: 'Measured' });
  const bundle = await openBundle(admin, server.origin, { title: 'Measured', sender: 'Ada' });
  await fillBundle(bundle);
  const pictures = await openBundle(admin, server.origin, { title: 'Pictures', sender: 'Ada' });
  for (let picture = 0; picture < PICTURES; picture += 1) {
    await pictures.put(`${picture}.png`, noise(512));
  }
  await pictures.complete();
  const request = await admin.call(createUploadRequest, {
    body: { title: 'Measured', message: 'Until Friday, please.', wanted: ['Passport', 'Photo'] },
  });
  for (const path of [
    ...['/', `/paste/${text}`, `/file/${file}`],
    ...[`/share/${bundle.slug}`, `/share/${pictures.slug}`, `/request/${request.slug}`],
  ]) {
    if (isWanted(path)) await measure(`${server.origin}${path}`, port);
  }
  const page = await context.newPage();
  await page.goto(`${server.origin}/`);
  await page.evaluate((token) => localStorage.setItem('admin_token', token), admin.token);
  await page.close();
  write('\nAs the administrator:');
  for (const path of ['/', '/upload', '/admin']) {
    if (isWanted(path)) await measure(`${server.origin}${path}`, port);
  }
} finally {
  await context.close();
  await server.stop();
}
