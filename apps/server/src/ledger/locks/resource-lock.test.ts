import { describe, expect, it } from 'vitest';
import { isLockConflict, isLockedFor, type ResourceLock } from './resource-lock.ts';

const lock = (objectKey: string, more: Partial<ResourceLock> = {}): ResourceLock => ({
  token: `urn:${objectKey}`,
  storageConfigId: 's',
  objectKey,
  scope: 'exclusive',
  isDeep: false,
  owner: null,
  timeoutSeconds: 60,
  createdBy: 'a',
  createdAt: new Date(0),
  expiresAt: new Date(1),
  ...more,
});
const write = (objectKey: string, more = {}) => ({
  ...{ objectKey, createdBy: 'a', lockTokens: [], isWhole: false, changesParent: false },
  ...more,
});

describe('locks (RFC 4918 7)', () => {
  it.each([
    ['its own', 'd/a', lock('d/a'), {}, true],
    ['a neighbour', 'd/a', lock('d/b'), {}, false],
    ['one whose name begins alike', 'd/ab', lock('d/a', { isDeep: true }), {}, false],
    ['a deep one above', 'd/e/a', lock('d', { isDeep: true }), {}, true],
    ['a shallow one above', 'd/e/a', lock('d'), {}, false],
    ['that of the directory, where a name comes', 'd/a', lock('d'), { changesParent: true }, true],
    ['that of the root, where a name comes', 'a', lock(''), { changesParent: true }, true],
    ['a deep one of the root', 'd/e/', lock('', { isDeep: true }), {}, true],
    ['one below what goes', 'd/', lock('d/e/a'), { isWhole: true }, true],
    ['one below what only changes', 'd/', lock('d/e/a'), {}, false],
    ['its own, with its token', 'd/a', lock('d/a'), { lockTokens: ['urn:d/a'] }, false],
    [
      "its own, with another's token",
      'd/a',
      lock('d/a', { createdBy: 'b' }),
      { lockTokens: ['urn:d/a'] },
      true,
    ],
  ])('%s', (_, name, held, more, isLocked) => {
    expect(isLockedFor([held], write(name, more))).toBe(isLocked);
  });

  it('need a token for each that is in the way', () => {
    const held = [lock('d/a'), lock('d/b')];
    const gone = { isWhole: true, changesParent: true };
    expect(isLockedFor(held, write('d/', { ...gone, lockTokens: ['urn:d/a'] }))).toBe(true);
    expect(isLockedFor(held, write('d/', { ...gone, lockTokens: ['urn:d/a', 'urn:d/b'] }))).toBe(
      false,
    );
  });

  it('are shared with shared ones only, above and, where they are deep, below', () => {
    const shared = { scope: 'shared' as const };
    expect(isLockConflict([lock('a', shared)], lock('a', shared))).toBe(false);
    expect(isLockConflict([lock('a', shared)], lock('a'))).toBe(true);
    expect(isLockConflict([lock('a')], lock('a', shared))).toBe(true);
    expect(isLockConflict([lock('d', { isDeep: true })], lock('d/a', shared))).toBe(true);
    expect(isLockConflict([lock('d/a')], lock('d', { isDeep: true }))).toBe(true);
    expect(isLockConflict([lock('d/a')], lock('d'))).toBe(false);
  });
});
