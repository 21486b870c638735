import { expect, it } from 'vitest';
import { type PendingEntry, pendingFor } from './pending-uploads.ts';

const stored = (name: string): PendingEntry => ({
  ...{ id: name, uploadId: 'u', key: 'k', sentBytes: 0, createdAtMs: 0 },
  file: { name, size: 12, type: '', lastModified: 7 },
  target: { directory: '/m/folder/' },
});

it('a cut upload is that of the same file, also where it got a number because both were kept', () => {
  const pending = [stored('other.txt'), stored('notes (2).txt')];
  const file = { name: 'notes.txt', size: 12, lastModified: 7 };
  expect(pendingFor(file, pending)?.id).toBe('notes (2).txt');
  expect(pendingFor({ ...file, size: 13 }, pending)).toBeUndefined();
  expect(pendingFor({ ...file, name: 'note.txt' }, pending)).toBeUndefined();
});
