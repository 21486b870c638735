import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Part, Upload } from './bucket-state.ts';
import { assembleObject, MIN_PART_BYTES, multipartEtag } from './complete-upload.ts';

const position = { offset: 0, length: 0 };
const etagOf = (text: string) => createHash('md5').update(text).digest('hex');

function uploadOf(sizes: readonly number[]): Upload {
  const parts = new Map<number, Part>();
  for (const [at, size] of sizes.entries()) {
    const partNumber = at + 1;
    const file = `${partNumber}-file`;
    const etag = etagOf(file);
    parts.set(partNumber, {
      uploadId: 'id',
      partNumber,
      file,
      size,
      etag,
      modifiedMs: 0,
      position,
    });
  }
  return { id: 'id', key: 'key', startedMs: 0, data: 'data', headers: {}, position, parts };
}

const nameAll = (upload: Upload) =>
  [...upload.parts.values()].map(({ partNumber, etag }) => {
    return { partNumber, etag, checksums: new Map() };
  });

test('10,000 parts become an object of their sum, in their order (SECURITY 9)', () => {
  const upload = uploadOf(Array.from({ length: 10_000 }, () => MIN_PART_BYTES));
  const object = assembleObject(upload, nameAll(upload), 7);
  expect(object.size).toBe(10_000 * MIN_PART_BYTES);
  expect(object.etag).toMatch(/^[0-9a-f]{32}-10000$/);
  expect(object.segments?.at(-1)).toEqual({
    partNumber: 10_000,
    file: '10000-file',
    size: MIN_PART_BYTES,
  });
});

test('only the last part may be below 5 MiB', () => {
  const allowed = uploadOf([MIN_PART_BYTES, 1]);
  expect(assembleObject(allowed, nameAll(allowed), 0).size).toBe(MIN_PART_BYTES + 1);
  const refused = uploadOf([MIN_PART_BYTES - 1, MIN_PART_BYTES]);
  expect(() => assembleObject(refused, nameAll(refused), 0)).toThrow(
    expect.objectContaining({ code: 'EntityTooSmall' }),
  );
});

test('the ETag is the MD5 of the MD5s, with their number', () => {
  const [one, two] = [etagOf('1'), etagOf('2')];
  const md5 = createHash('md5')
    .update(Buffer.from(one + two, 'hex'))
    .digest('hex');
  expect(multipartEtag([one, two])).toBe(`${md5}-2`);
});
