import { describe, expect, it } from 'vitest';
import { createCopyLog } from './copy-log.ts';

const BEFORE = new Date('2026-01-01T10:00:00Z');
const AFTER = new Date('2026-01-01T10:00:05Z');
const object = (key: string, etag: string, lastModified = AFTER) => ({
  ...{ key, etag, lastModified },
  size: 8,
});
const source = object('from/a', '"s"', BEFORE);

describe('the log of copies', () => {
  it('knows a copy by the ETag of its source, and nothing of names that were not reached', () => {
    const log = createCopyLog(false);
    log.begin('to/a');
    log.end('to/a', object('to/a', '"s"'), source);
    expect(log.isOwn(object('to/a', '"s"'), source)).toBe(true);
    expect(log.isOwn(object('to/a', '"theirs"'), source)).toBe(false);
    expect(log.isOwn({ ...object('to/a', '"s"'), size: 9 }, source)).toBe(false);
    expect(log.isOwn(object('to/b', '"s"'), source)).toBe(false);
  });

  it('knows a copy with another ETag by the answer of the storage', () => {
    const log = createCopyLog(false);
    log.begin('to/a');
    log.end('to/a', object('to/a', '"copy"'), source);
    expect(log.isOwn(object('to/a', '"copy"'), source)).toBe(true);
    expect(log.isOwn(object('to/a', '"theirs"'), source)).toBe(false);
  });

  it('takes a new object for the copy whose answer was lost, and an older one for that of others', () => {
    const log = createCopyLog(false);
    log.begin('to/a');
    expect(log.isOwn(object('to/a', '"x"'), source)).toBe(true);
    expect(log.isOwn(object('to/a', '"x"', new Date(0)), source)).toBe(false);
  });

  it('asks for the ETag of the source where other copies have kept theirs, except of multipart objects', () => {
    const log = createCopyLog(false);
    log.begin('to/a');
    log.end('to/a', object('to/a', '"s"'), source);
    log.begin('to/b');
    expect(log.isOwn(object('to/b', '"theirs"'), source)).toBe(false);
    expect(log.isOwn(object('to/b', '"s"'), source)).toBe(true);
    expect(log.isOwn(object('to/b', '"x"'), object('from/b', '"s-2"', BEFORE))).toBe(true);
  });

  it('takes what a previous process has copied and this one has not reached for a copy', () => {
    const log = createCopyLog(true);
    log.begin('to/a');
    expect(log.isOwn(object('to/b', '"s"'), source)).toBe(true);
    expect(log.isOwn(object('to/b', '"x"'), source)).toBe(true);
    expect(log.isOwn(object('to/b', '"x"', new Date(0)), source)).toBe(false);
  });

  it('owns no name that another program had taken, even with the same content', () => {
    const log = createCopyLog(false);
    log.begin('to/a');
    log.refuse('to/a');
    expect(log.isOwn(object('to/a', '"s"'), source)).toBe(false);
  });
});
