import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CreateBucketCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutBucketCorsCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { createUploader } from '@satchel/multipart-uploader';
import { createHttpTransport } from '@satchel/multipart-uploader/http';
import { createNodeSender } from '@satchel/multipart-uploader/node';
import type { UploadHandler } from '@satchel/multipart-uploader/server';
import { launchChromium } from '@satchel/test-kit/chromium';
import { freePort } from '@satchel/test-kit/free-port';
import { startLocalS3 } from '@satchel/test-kit/local-s3-process';
import { build } from 'tsdown';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

const EXAMPLES = join(import.meta.dirname, '..');
const GUEST = 'c0ffee00-0000-4000-8000-000000000000';
const bytes = Uint8Array.from({ length: 11 * 1024 ** 2 }, (_, index) => (index * 7) % 251);
const credentials = { accessKeyId: 'example', secretAccessKey: 'example-secret' };
const started: ChildProcess[] = [];

let directory: string;
let client: S3Client;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'satchel-examples-'));
  const store = await startLocalS3(join(directory, 's3'), credentials);
  started.push(store.process);
  const environment = {
    AWS_ENDPOINT_URL: store.url,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    BUCKET: 'uploads',
    UPLOAD_SECRET: 'a secret of the tests, long enough',
  };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  client = new S3Client({});
  await client.send(new CreateBucketCommand({ Bucket: 'uploads' }));
});
afterAll(async () => {
  client.destroy();
  const running = started.filter(({ exitCode }) => exitCode === null);
  const ended = running.map((child) => once(child, 'exit'));
  for (const child of running) child.kill();
  await Promise.all(ended);
  vi.unstubAllEnvs();
  await rm(directory, { recursive: true });
});

/** Starts an example as its README says, and returns its address. */
async function start(path: string): Promise<string> {
  const child = spawn(process.execPath, [join(EXAMPLES, path)], {
    env: { ...process.env, PORT: String(await freePort()) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  started.push(child);
  const [line] = await once(child.stdout, 'data');
  return String(line).trim().replace('listening on ', '');
}

async function storedBytes(key: string): Promise<Buffer> {
  const { Body } = await client.send(new GetObjectCommand({ Bucket: 'uploads', Key: key }));
  return Buffer.from((await Body?.transformToByteArray()) ?? []);
}

interface Target {
  readonly url: string;
  readonly fetch?: typeof fetch;
}
const targets: Readonly<Record<string, () => Promise<Target>>> = {
  Hono: async () => ({ url: `${await start('hono/server.ts')}/uploads` }),
  Fastify: async () => ({ url: `${await start('fastify/server.ts')}/uploads` }),
  'Node and plain HTML': async () => ({ url: `${await start('html/server.ts')}/uploads` }),
  async Next() {
    const { POST } = (await import('../next/app/uploads/[call]/route.ts')) as {
      POST: UploadHandler;
    };
    return {
      url: 'http://localhost/uploads',
      fetch: (input, init) => POST(new Request(input, init)),
    };
  },
};

it.each(Object.entries(targets))(
  '%s stores a file in parts, and of guests only',
  async (_name, open) => {
    const target = await open();
    const send = createNodeSender();
    const authorization = `Guest ${GUEST}`;
    const transport = createHttpTransport({ ...target, headers: { authorization } });
    const file = new File([bytes], 'holiday in Rome.mov', { type: 'video/quicktime' });
    const { key } = await createUploader({ transport, send }).add(file).done;
    expect(key).toMatch(new RegExp(`^${GUEST}/[\\w-]{36}-holiday_in_Rome.mov$`));
    expect((await storedBytes(key)).equals(bytes)).toBe(true);

    const stranger = createUploader({ transport: createHttpTransport(target), send });
    await expect(stranger.add(file).done).rejects.toMatchObject({ status: 403 });
  },
);

it('the plain page uploads a file in parts from Chromium', async () => {
  const url = await start('html/server.ts');
  const rules = JSON.parse(await readFile(join(EXAMPLES, 'cors.json'), 'utf8')) as {
    CORSRules: { AllowedOrigins: string[] }[];
  };
  for (const rule of rules.CORSRules) rule.AllowedOrigins = [url];
  const CORSConfiguration = { CORSRules: rules.CORSRules as never };
  await client.send(new PutBucketCorsCommand({ Bucket: 'uploads', CORSConfiguration }));

  const packed = await buildPackage();
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    await page.route('https://unpkg.com/@satchel/multipart-uploader@0/dist/**', async (route) => {
      const path = new URL(route.request().url()).pathname.split('/dist/')[1] ?? '';
      await route.fulfill({
        ...{ contentType: 'text/javascript', body: await readFile(join(packed, path)) },
        headers: { 'access-control-allow-origin': '*' },
      });
    });
    await page.goto(url);
    const buffer = Buffer.from(bytes);
    await page.setInputFiles('input', { name: 'page.bin', mimeType: '', buffer });
    await page.getByText('page.bin: completed, 100 %').waitFor();
  } finally {
    await browser.close();
  }
  const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: 'uploads' }));
  const stored = Contents.find(({ Key }) => Key?.endsWith('-page.bin'));
  expect((await storedBytes(stored?.Key ?? '')).equals(bytes)).toBe(true);
});

/** Builds the package in a temporary folder, as it is published. */
async function buildPackage(): Promise<string> {
  const outDir = join(directory, 'dist');
  const cwd = join(EXAMPLES, '../packages/multipart-uploader');
  await build({ cwd, outDir, dts: false, logLevel: 'silent' });
  return outDir;
}
