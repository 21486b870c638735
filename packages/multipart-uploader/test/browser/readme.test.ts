import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import {
  CreateBucketCommand,
  GetObjectCommand,
  PutBucketCorsCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import type { Browser } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startLocalS3 } from '../local-s3-process.ts';
import { bundle, launchChromium } from './chromium.ts';

const PACKAGE = join(import.meta.dirname, '../..');
const CONTENT = Buffer.alloc(11 * 1024 * 1024, 'satchel');
const region = 'us-east-1';
const credentials = { accessKeyId: 'test', secretAccessKey: 'test-secret' };

let directory: string;
let browser: Browser;
let s3: ChildProcess;
let client: S3Client;
let server: Server;

beforeAll(async () => {
  // Inside the package, so that the examples find what they import.
  await mkdir(join(PACKAGE, 'test-results'), { recursive: true });
  directory = await mkdtemp(join(PACKAGE, 'test-results/readme-'));
  browser = await launchChromium();
  const local = await startLocalS3(join(directory, 's3'), credentials);
  s3 = local.process;
  const options = { endpoint: local.url, region, credentials, forcePathStyle: true };
  client = new S3Client(options);
  await client.send(new CreateBucketCommand({ Bucket: 'uploads' }));

  const readme = await readFile(join(PACKAGE, 'README.md'), 'utf8');
  const [page = '', signing = ''] = blocksOf(readme, 'js');
  await writeFile(join(directory, 'page.js'), page);
  const script = await bundle(join(directory, 'page.js'));
  const configured = signing
    .replace('new s3.S3Client({', `new s3.S3Client({ ...${JSON.stringify(options)},`)
    .replace('listen(3000)', "listen(0, '127.0.0.1')");
  await writeFile(join(directory, 'server.js'), configured);
  ({ server } = await import(join(directory, 'server.js')));
  if (!server.listening) await once(server, 'listening');
  servePage(server, `<input type="file"><script type="module">${script}</script>`);

  const [cors = ''] = blocksOf(readme, 'json');
  const CORSRules = JSON.parse(cors.replace('https://your.app', pageUrl()));
  const rules = { Bucket: 'uploads', CORSConfiguration: { CORSRules } };
  await client.send(new PutBucketCorsCommand(rules));
}, 60_000);

afterAll(async () => {
  await browser.close();
  server.closeAllConnections();
  server.close();
  client.destroy();
  s3.kill();
  await once(s3, 'exit');
  await rm(directory, { recursive: true });
});

function blocksOf(readme: string, language: string): string[] {
  const blocks = readme.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'));
  return [...blocks].map(([, code = '']) => code);
}

/** The example answers the calls only; the page has to come from the same origin. */
function servePage(example: Server, html: string): void {
  const [answerCall] = example.listeners('request');
  example.removeAllListeners('request');
  example.on('request', (request, response) => {
    if (request.method === 'POST') return void answerCall?.(request, response);
    response.setHeader('content-type', 'text/html');
    response.end(html);
  });
}

function pageUrl(): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('the examples of the README', () => {
  it('upload a file from Chromium to S3 as they stand', async () => {
    const tab = await browser.newPage();
    await tab.goto(pageUrl());
    const stored = tab.waitForEvent('console', (message) => message.text().startsWith('stored as'));
    const file = { name: 'pasted.bin', mimeType: 'application/octet-stream', buffer: CONTENT };
    await tab.setInputFiles('input', file);
    expect((await stored).text()).toBe('stored as pasted.bin');
    const command = new GetObjectCommand({ Bucket: 'uploads', Key: 'pasted.bin' });
    const { Body, ETag } = await client.send(command);
    expect(Buffer.from((await Body?.transformToByteArray()) ?? []).equals(CONTENT)).toBe(true);
    expect(ETag).toMatch(/-3"$/);
  });
});
