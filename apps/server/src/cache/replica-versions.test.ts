import { describe, expect, it } from 'vitest';
import { createReplicaVersions } from './replica-versions.ts';

/** Database whose version is the number of the query, and which answers when the test lets it. */
function createSlowDatabase() {
  const questions: PromiseWithResolvers<void>[] = [];
  return {
    questions,
    async read() {
      const question = Promise.withResolvers<void>();
      const version = questions.push(question);
      await question.promise;
      return new Map([['settings', version]]);
    },
  };
}

const turn = () => new Promise(setImmediate);

describe('the versions of what replicas remember', () => {
  it('are asked for once by all who ask before the question is sent', async () => {
    const { questions, read } = createSlowDatabase();
    const versions = createReplicaVersions(read, { now: () => new Date() });
    const asked = [versions.of('settings'), versions.of('settings'), versions.of('mounts')];
    await turn();
    questions[0]?.resolve();
    expect(await Promise.all(asked)).toEqual([1, 1, 0]);
  });

  it('are asked for anew by who comes while a question is on its way', async () => {
    const { questions, read } = createSlowDatabase();
    const versions = createReplicaVersions(read, { now: () => new Date() });
    const first = versions.of('settings');
    await turn();
    const late = [versions.of('settings'), versions.of('settings')];
    questions[0]?.resolve();
    expect(await first).toBe(1);
    await turn();
    questions[1]?.resolve();
    expect(await Promise.all(late)).toEqual([2, 2]);
    expect(questions).toHaveLength(2);
  });

  it('are asked for once a request, and again by one that takes long', async () => {
    let now = Date.parse('2026-01-01T00:00:00Z');
    let reads = 0;
    const read = async () => new Map([['settings', ++reads]]);
    const versions = createReplicaVersions(read, { now: () => new Date(now) });
    await versions.runInScope({}, async () => {
      expect([await versions.of('settings'), await versions.of('settings')]).toEqual([1, 1]);
      now += 1000;
      expect(await versions.of('settings')).toBe(2);
    });
    expect(await versions.runInScope({}, () => versions.of('settings'))).toBe(3);
  });
});
