import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Consumer, createConsumer } from './consumer.ts';
import { ENTRY_POINTS, FOR_BROWSERS, importsOf, USE_ALONE } from './entry-points.ts';
import { FOR_NODE, RESOLUTIONS } from './resolutions.ts';
import { COMPILERS } from './toolchains.ts';

const NOT_STRICT = { strict: false, exactOptionalPropertyTypes: false };

/** Each way to find packages, and one without strict checks, which do not depend on it. */
const PROJECTS = [
  ...Object.entries(RESOLUTIONS),
  ['as by a bundler, without strict', { ...RESOLUTIONS['as by a bundler'], ...NOT_STRICT }],
] as const;

let consumer: Consumer;
beforeAll(async () => {
  consumer = await createConsumer(inject('packed'));
});
afterAll(() => consumer.remove());

describe.each(Object.entries(COMPILERS))('the declarations for %s', (_name, compiler) => {
  it.each(PROJECTS)('compile, resolved %s', async (_project, options) => {
    const entries = options === FOR_NODE ? ENTRY_POINTS : FOR_BROWSERS;
    const exported = `export { ${entries.map(([name]) => name).join(', ')} };\n`;
    const react = `export { useUpload } from '@satchel/multipart-uploader/react';\n`;
    const typed = USE_ALONE.replace('};', '} as const;');
    const path = await consumer.write('all.mts', importsOf(entries) + typed + exported + react);
    await expect(consumer.typecheck(path, options, compiler)).resolves.toBeUndefined();
  });
});
