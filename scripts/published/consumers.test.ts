import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Consumer, createConsumer } from './consumer.ts';
import { FOR_NODE } from './resolutions.ts';
import { root } from './run.ts';

/** A quarter more than a program with all calls of the client needs. */
const MOST_TYPES = 200_000;

let consumer: Consumer;

beforeAll(async () => {
  consumer = await createConsumer(inject('packed'));
});
afterAll(() => consumer.remove());

/** The first example of a package's README. */
async function firstExample(name: string): Promise<string> {
  const readme = await readFile(join(root, 'packages', name, 'README.md'), 'utf8');
  return /```(?:ts|js)\n(.*?)```/s.exec(readme)?.[1] ?? '';
}

describe('api-client in a project that has no upload engine', () => {
  let without: Consumer;
  beforeAll(async () => {
    without = await createConsumer(inject('packed'), ['permissions', 'api-client']);
  });
  afterAll(() => without.remove());

  it('says which package an upload needs', async () => {
    const path = await without.write(
      'upload.mjs',
      `import { createClient } from '@satchel/api-client';
const client = createClient({ baseUrl: 'http://localhost:1' });
const upload = client.fileShares.upload(new Blob(['1']));
await upload.done.catch(({ code, message }) => console.log(code, message, upload.state));`,
    );
    expect(await without.node(path)).toBe(
      'client.upload_engine_missing uploads need the package @satchel/multipart-uploader: install it beside @satchel/api-client failed\n',
    );
  });

  it('passes the strictest types', async () => {
    const path = await without.write(
      'client.mts',
      `import { createClient } from '@satchel/api-client';
export const size: Promise<number> = createClient({ baseUrl: '' }).fileShares.upload(new Blob()).done.then((share) => share.size);`,
    );
    await without.typecheck(path, FOR_NODE);
  });
});

describe('the first example of the README', () => {
  it('of permissions prints what it says', async () => {
    const path = await consumer.write('permissions.mts', await firstExample('permissions'));
    await consumer.typecheck(path, FOR_NODE);
    expect(await consumer.node(path)).toBe(
      "true\nfalse\n{ allowed: false, reason: 'outside_base_path', basePath: '/team' }\n",
    );
  });

  it('of api-client type-checks as it stands', async () => {
    const path = await consumer.write('api-client.mts', await firstExample('api-client'));
    await consumer.typecheck(path, FOR_NODE);
  });

  it('of api-client makes few types, so that editors and compilers stay fast', async () => {
    const path = await consumer.write('api-client.mts', await firstExample('api-client'));
    // Its calls compared whole schemas with `z.ZodType` before, which made 290,000.
    expect(await consumer.countTypes(path, FOR_NODE)).toBeLessThan(MOST_TYPES);
  });

  it('of multipart-uploader is bundled as it stands, and uploads in the tests of that package', async () => {
    const path = await consumer.write('uploader.js', await firstExample('multipart-uploader'));
    expect((await consumer.bundledSizes(path)).initial).toBeGreaterThan(5000);
  });
});

/** Everything that a package exports, used without the cost of a namespace object. */
async function allOf(from: string): Promise<string> {
  const path = await consumer.write(
    'names.mjs',
    `console.log(Object.keys(await import('${from}')).join())`,
  );
  const names = (await consumer.node(path)).trim();
  return `import { ${names} } from '${from}';\nglobalThis.it = [${names}];\n`;
}

function nameOf(name: string, from: string): string {
  return `import { ${name} } from '${from}';\nglobalThis.it = ${name};\n`;
}

describe('what a page pays, minified by Vite and gzipped', () => {
  it.each([
    ['all of permissions', () => allOf('@satchel/permissions'), 1500],
    // Leaves out Satchel's own table, which other applications do not need.
    ['createPermissions', () => nameOf('createPermissions', '@satchel/permissions'), 1150],
    ['createUploader', () => nameOf('createUploader', '@satchel/multipart-uploader'), 6400],
    ['createHttpTransport', () => allOf('@satchel/multipart-uploader/http'), 1100],
    ['createUploadServer', () => allOf('@satchel/multipart-uploader/server'), 4100],
    // Besides all calls: long operations, client-side copies, reads that resume, conditional uploads.
    // Bundles, upload requests and notifications took 400 bytes, batches 30.
    ['all of api-client with ky', () => allOf('@satchel/api-client'), 14_900],
  ])('for %s stays within the budget of bytes', async (name, code, budget) => {
    const path = await consumer.write(`${name.replaceAll(' ', '-')}.js`, await code());
    const { initial: size, later } = await consumer.bundledSizes(path);
    console.info(`${name}: ${size} bytes of ${budget}`);
    expect(size).toBeGreaterThan(500);
    expect(size).toBeLessThanOrEqual(budget);
    // The first upload loads this beside the engine; batches took 470 bytes of it, uploads that begin again 40.
    const engine = Object.entries(later).find(([file]) => file.endsWith('/upload-engine.js'));
    expect(engine !== undefined).toBe(name.includes('api-client'));
    expect(engine?.[1] ?? 0).toBeLessThanOrEqual(2200);
  });
});
