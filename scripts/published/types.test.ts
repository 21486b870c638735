import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Consumer, createConsumer } from './consumer.ts';
import { ENTRY_POINTS, FOR_BROWSERS, importsOf, USE_ALONE } from './entry-points.ts';
import { FOR_NODE, RESOLUTIONS } from './resolutions.ts';
import { COMPILERS } from './toolchains.ts';

const STRICTNESS = {
  strictly: {},
  'without strict': { strict: false, exactOptionalPropertyTypes: false },
};

/** Results are what they are, whatever the project thinks of null: the wrong ones do not compile. */
const RESULTS = `
import { createClient } from '@satchel/api-client';
const client = createClient({ baseUrl: '' });
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const isTrue = <T extends true>() => undefined as unknown as T;

export async function results() {
  const created = await client.pastes.create({ body: { content: 'hello' } });
  isTrue<Same<typeof created.slug, string>>();
  const listed = await client.pastes.list();
  isTrue<Same<typeof listed.pagination.total, number>>();
  isTrue<Same<(typeof listed.data)[number]['slug'], string>>();
  const health = await client.system.health();
  isTrue<Same<typeof health.status, 'ok'>>();
  const raw = await client.pastes.raw({ params: { slug: 'x' } });
  isTrue<Same<typeof raw, Response>>();
  // @ts-expect-error it has no such member
  created.nothing;
  // @ts-expect-error it is inside of data
  listed.slug;
  // @ts-expect-error content is text
  await client.pastes.create({ body: { content: 1 } });
}
`;

let consumer: Consumer;
beforeAll(async () => {
  consumer = await createConsumer(inject('packed'));
});
afterAll(() => consumer.remove());

describe.each(Object.entries(COMPILERS))('the declarations for %s', (_name, compiler) => {
  describe.each(Object.entries(STRICTNESS))('%s', (_strictness, strictness) => {
    it.each(Object.entries(RESOLUTIONS))('compile, resolved %s', async (_resolution, options) => {
      const entries = options === FOR_NODE ? ENTRY_POINTS : FOR_BROWSERS;
      const exported = `export { ${entries.map(([name]) => name).join(', ')} };\n`;
      const react = `export { useUpload } from '@satchel/multipart-uploader/react';\n`;
      const typed = USE_ALONE.replace('};', '} as const;');
      const path = await consumer.write('all.mts', importsOf(entries) + typed + exported + react);
      await expect(
        consumer.typecheck(path, { ...options, ...strictness }, compiler),
      ).resolves.toBeUndefined();
    });

    it('say what a call gives', async () => {
      const path = await consumer.write('results.mts', RESULTS);
      await expect(
        consumer.typecheck(path, { ...FOR_NODE, ...strictness }, compiler),
      ).resolves.toBeUndefined();
    });
  });
});
