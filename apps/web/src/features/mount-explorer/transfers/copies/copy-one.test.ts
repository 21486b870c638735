import { mockError } from '@satchel/api-client/mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { mockCalls } from '#shared/testing/mock-calls.ts';
import { fakeMount } from '../../listing/fake-mount.ts';
import { EntryCopy } from './copy-one.ts';

const copied = (targetPath: string) => ({
  ...{ crossStorage: false as const, success: 1, skipped: 0, failed: 0 },
  details: [{ sourcePath: '/a/x', targetPath, status: 'success' as const, message: '' }],
});
const removed = { success: 1, failed: [] };
const context = { signal: new AbortController().signal, onBytes() {} };
const step = {
  ...{ sourcePath: '/a/x', targetPath: '/b/x', replaces: false },
  state: 'waiting' as const,
};

/** Responses of the server, in order; it throws errors. */
type Answers<Reply> = (Reply | Error)[];

/** Names of the calls so far. */
let names: string[] = [];
beforeEach(() => {
  names = [];
});

function server(answers: {
  copy?: Answers<ReturnType<typeof copied>>;
  rename?: Answers<null>;
  delete?: Answers<typeof removed>;
}) {
  function next<Reply>(name: string, replies: Answers<Reply> = []): Reply {
    names.push(name);
    const reply = replies.shift();
    if (reply === undefined || reply instanceof Error) throw reply ?? new Error(`no more ${name}`);
    return reply;
  }
  return mockCalls({
    fs: {
      ...fakeMount(),
      copy: () => next('copy', answers.copy),
      rename: () => next('rename', answers.rename),
      delete: () => next('delete', answers.delete),
      operation: ({ params }) => ({
        ...({ id: params.id, kind: 'rename', state: 'completed', is_cancelling: false } as const),
        progress: { done: 1, total: 1, skipped: 0, failed: 0, bytes: 1 },
        ...{ created_at: '2026-11-22T00:00:00.000Z', updated_at: '2026-11-22T00:00:00.000Z' },
        ...{ result: null, error: null },
      }),
    },
  });
}

describe('a copy', () => {
  it('is one call', async () => {
    const calls = server({ copy: [copied('/b/x')] });
    await new EntryCopy(step, { isMove: false }).run(context);
    const body = { items: [{ sourcePath: '/a/x', targetPath: '/b/x' }] };
    expect(calls.fs.copy).toMatchObject([{ body }]);
    expect(names).toEqual(['copy']);
  });

  it('that replaces is there before what it replaces goes', async () => {
    const calls = server({ copy: [copied('/b/x (1)')], delete: [removed], rename: [null] });
    await new EntryCopy({ ...step, replaces: true }, { isMove: false }).run(context);
    expect(names).toEqual(['copy', 'delete', 'rename']);
    expect(calls.fs.delete).toMatchObject([{ body: { paths: ['/b/x'] } }]);
    expect(calls.fs.rename).toEqual([{ body: { oldPath: '/b/x (1)', newPath: '/b/x' } }]);
  });

  it('that fails leaves what it was to replace', async () => {
    server({ copy: [mockError('storage.full')] });
    const copy = new EntryCopy({ ...step, replaces: true }, { isMove: false });
    await expect(copy.run(context)).rejects.toMatchObject({ code: 'storage.full' });
    expect(names).toEqual(['copy']);
  });

  it('that the server refuses says why', async () => {
    const details = [
      { ...{ sourcePath: '/a/x', targetPath: '/b/x' }, status: 'failed', message: 'No room.' },
    ] as const;
    const refused = { ...copied(''), success: 0, failed: 1, details: [...details] };
    mockCalls({ fs: { copy: () => refused } });
    await expect(new EntryCopy(step, { isMove: false }).run(context)).rejects.toThrow('No room.');
  });
});

describe('a move', () => {
  it('is done by the mount where both are in it', async () => {
    const calls = server({ rename: [null] });
    await new EntryCopy(step, { isMove: true }).run(context);
    expect(calls.fs.rename).toMatchObject([{ body: { oldPath: '/a/x', newPath: '/b/x' } }]);
    expect(names).toEqual(['rename']);
  });

  it('to another mount is a copy, and the original goes only then', async () => {
    const otherMount = mockError('file_system.other_mount');
    const calls = server({ rename: [otherMount], copy: [copied('/b/x')], delete: [removed] });
    await new EntryCopy(step, { isMove: true }).run(context);
    expect(names).toEqual(['rename', 'copy', 'delete']);
    expect(calls.fs.delete).toMatchObject([{ body: { paths: ['/a/x'] } }]);
  });

  it('that failed at its last step does not copy again', async () => {
    server({
      rename: [mockError('file_system.other_mount')],
      copy: [copied('/b/x')],
      delete: [mockError('storage.unavailable'), removed],
    });
    const move = new EntryCopy(step, { isMove: true });
    await expect(move.run(context)).rejects.toMatchObject({ code: 'storage.unavailable' });
    await move.run(context);
    expect(names).toEqual(['rename', 'copy', 'delete', 'delete']);
  });

  it('goes on after a reload with what the server has begun', async () => {
    const calls = server({});
    await new EntryCopy({ ...step, operationId: '7' }, { isMove: true }).run(context);
    expect(calls.fs.operation).toEqual([{ params: { id: '7' } }]);
    expect(names).toEqual([]);
  });
});
