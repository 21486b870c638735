import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import type { Browser } from '@playwright/test';
import { createNodeListener } from '@satchel/multipart-uploader/node';
import { launchChromium } from '@satchel/test-kit/chromium';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findDeadLinks } from '../check-links.ts';
import { entriesOf, PACKAGES } from '../packages.ts';

const dist = join(import.meta.dirname, '../dist');
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

let server: Server;
let browser: Browser;
let url: string;

beforeAll(async () => {
  if (!existsSync(dist))
    throw new Error('build the site first: pnpm turbo run build --filter=@satchel/site');
  server = createServer(
    createNodeListener(async (request) => {
      const { pathname } = new URL(request.url);
      const path = pathname.endsWith('/') ? `${pathname}index.html` : pathname;
      const content = await readFile(join(dist, path)).catch(() => null);
      const headers = { 'content-type': TYPES[extname(path)] ?? '' };
      return new Response(content, { status: content ? 200 : 404, headers });
    }),
  );
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
  server.close();
});

describe('the site', () => {
  it('has a page for every package and every entry that is published', () => {
    for (const name of PACKAGES) {
      expect(existsSync(join(dist, name, 'index.html')), name).toBe(true);
      for (const { specifier } of entriesOf(name)) {
        expect(existsSync(join(dist, name, 'reference', specifier, 'index.html')), specifier).toBe(
          true,
        );
      }
    }
  });

  it('shows the comment of a function', async () => {
    const page = join(
      ...[dist, 'multipart-uploader/reference/@satchel/multipart-uploader/server/aws'],
      'functions/createAwsStorage.html',
    );
    expect(await readFile(page, 'utf8')).toContain('Uses a bucket through the AWS SDK');
  });

  it('has an icon, and finds what it is asked for', async () => {
    const page = await browser.newPage();
    await page.goto(url);
    const icon = (await page.locator('link[rel="icon"]').getAttribute('href')) ?? 'none';
    expect((await page.request.get(new URL(icon, url).href)).status()).toBe(200);
    await page.getByRole('link', { name: 'Upload to S3' }).click();
    await page.getByRole('heading', { name: 'Storage without the AWS SDK' }).waitFor();
    await page.close();
  });
});

describe('the demo', () => {
  it('uploads in the page, also over a reload', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'satchel-site-'));
    const film = join(folder, 'film.mov');
    await writeFile(film, Buffer.alloc(17 * 1024 ** 2, 'film'));
    const page = await browser.newPage();
    await page.goto(`${url}/demo.html`);
    const demo = page.frameLocator('iframe');
    await demo.getByLabel('Choose files', { exact: true }).setInputFiles(film);
    await demo.getByRole('button', { name: 'Pause film.mov' }).click();
    await page.reload();
    await demo.getByText('Choose the file again to go on').waitFor();
    await demo.getByText('Full', { exact: true }).click();
    await demo.getByLabel('Choose film.mov again').setInputFiles(film);
    await demo.getByText('Same SHA-256 as the file').waitFor();
    await page.close();
    await rm(folder, { recursive: true });
  });
});

describe('the check of links', () => {
  it('refuses pages and headings that are not there', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'satchel-site-'));
    try {
      await mkdir(join(folder, 'guide'));
      await writeFile(
        join(folder, 'index.html'),
        '<h2 id="here"></h2><a href="#here"></a><a href="/base/guide/#there"></a><a href="gone.html"></a>',
      );
      await writeFile(
        join(folder, 'guide/index.html'),
        '<a href="../#here"></a><a href="https://other.example/"></a><img src="/outside.png">',
      );
      expect(findDeadLinks(folder, '/base/').toSorted()).toEqual([
        'guide/index.html: /outside.png',
        'index.html: /base/guide/#there',
        'index.html: gone.html',
      ]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
