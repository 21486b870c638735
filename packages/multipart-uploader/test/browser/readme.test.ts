import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CreateBucketCommand,
  GetObjectCommand,
  PutBucketCorsCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import type { Browser } from '@playwright/test';
import { bundle, launchChromium } from '@satchel/test-kit/chromium';
import { startLocalS3 } from '@satchel/test-kit/local-s3-process';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Recipes, readBlocks, writeRecipes } from '../recipes.ts';

const CONTENT = Buffer.alloc(11 * 1024 * 1024, 'satchel');
const region = 'us-east-1';
const credentials = { accessKeyId: 'test', secretAccessKey: 'test-secret' };
/** Most time that an upload may take on a busy machine. */
const UPLOAD_MS = 120_000;

let directory: string;
let browser: Browser;
let s3: ChildProcess;
let client: S3Client;
let server: Server;
let recipes: Recipes;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'uploader-readme-'));
  browser = await launchChromium();
  const local = await startLocalS3(join(directory, 's3'), credentials);
  s3 = local.process;
  const options = { endpoint: local.url, region, credentials, forcePathStyle: true };
  client = new S3Client(options);
  await client.send(new CreateBucketCommand({ Bucket: 'uploads' }));

  recipes = await writeRecipes(options);
  const [page = ''] = await readBlocks('js');
  await writeFile(join(recipes.directory, 'page.js'), page);
  const script = await bundle(join(recipes.directory, 'page.js'));
  vi.stubEnv('UPLOAD_SECRET', 'a secret of the tests, long enough');
  ({ server } = await recipes.load<{ server: Server }>('server.js'));
  if (!server.listening) await once(server, 'listening');
  servePage(server, `<input type="file"><script type="module">${script}</script>`);

  const [cors = ''] = await readBlocks('json');
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
  vi.unstubAllEnvs();
  await recipes.remove();
  await rm(directory, { recursive: true });
});

/**
 * Serves a page on the origin of the example, which only answers calls. Adds the header with which a proxy
 * names the logged-in user.
 */
function servePage(example: Server, html: string): void {
  const [answerCall] = example.listeners('request');
  example.removeAllListeners('request');
  example.on('request', (request, response) => {
    request.rawHeaders.push('x-forwarded-user', 'anna');
    if (request.method === 'POST') return void answerCall?.(request, response);
    response.setHeader('content-type', 'text/html');
    response.end(html);
  });
}

function pageUrl(): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('the examples of the README', () => {
  it.each([
    { content: CONTENT, parts: '3' },
    // Sent by one PUT, whose signature covers the type.
    { content: CONTENT.subarray(0, 7), parts: undefined },
    { content: Buffer.alloc(0), parts: undefined },
  ])(
    'upload $content.length bytes from Chromium to S3 as they stand',
    async ({ content, parts }) => {
      // A path, because Playwright would send the bytes to the browser as text.
      const path = join(directory, 'pasted.png');
      await writeFile(path, content);
      const tab = await browser.newPage();
      await tab.goto(pageUrl());
      const stored = tab.waitForEvent('console', {
        predicate: (message) => message.text().startsWith('stored as'),
        timeout: UPLOAD_MS,
      });
      await tab.setInputFiles('input', path);
      const key = (await stored).text().replace('stored as ', '');
      const command = new GetObjectCommand({ Bucket: 'uploads', Key: key });
      const { Body, ContentType, ETag = '' } = await client.send(command);
      expect(Buffer.from((await Body?.transformToByteArray()) ?? []).equals(content)).toBe(true);
      expect([ContentType, /-(\d)"$/.exec(ETag)?.[1]]).toEqual(['image/png', parts]);
    },
    UPLOAD_MS + 30_000,
  );
});
