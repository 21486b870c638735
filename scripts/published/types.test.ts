import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Consumer, createConsumer } from './consumer.ts';
import { ENTRY_POINTS, FOR_BROWSERS, importsOf, USE_ALONE } from './entry-points.ts';
import { FOR_NODE, RESOLUTIONS } from './resolutions.ts';
import { COMPILERS } from './toolchains.ts';

const STRICTNESS = {
  strictly: {},
  'without strict': { strict: false, exactOptionalPropertyTypes: false },
};

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
  });
});
