import { describe, expect, it } from 'vitest';
import { pendingFor, toPending } from './pending-uploads.ts';

const stored = (name: string, etags: Record<number, string> = {}) =>
  toPending({
    ...{ id: name, uploadId: 'u', key: 'k', partSize: 5, createdAtMs: 0, isCompleting: false },
    file: { name, size: 12, type: '', lastModified: 7 },
    metadata: { path: '/m/folder/' },
    etags,
  });

describe('an upload that can be resumed', () => {
  it('knows where it goes and how much of it is there, the last part being shorter', () => {
    expect(stored('a', { 1: '"x"', 3: '"y"' })).toMatchObject({
      directory: '/m/folder/',
      sentBytes: 7,
    });
  });

  it('is that of the same file, also where it got a number because both were kept', () => {
    const pending = [stored('other.txt'), stored('notes (2).txt')];
    const file = { name: 'notes.txt', size: 12, lastModified: 7 };
    expect(pendingFor(file, pending)?.name).toBe('notes (2).txt');
    expect(pendingFor({ ...file, size: 13 }, pending)).toBeUndefined();
    expect(pendingFor({ ...file, name: 'note.txt' }, pending)).toBeUndefined();
  });
});
