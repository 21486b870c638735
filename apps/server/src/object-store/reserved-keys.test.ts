import { describe, expect, it } from 'vitest';
import { isReserved } from './reserved-keys.ts';

describe('what the server keeps for itself (SECURITY 15)', () => {
  it.each([
    '.satchel',
    '.satchel/',
    '.satchel/shares/a.txt',
    '/.satchel/x',
    '.SATCHEL/x',
    '.Satchel',
  ])('%j is out of reach', (key) => expect(isReserved(key)).toBe(true));

  it.each(['.satchel.', '.satchel ', '.satchel. ./x', '\uff0esatchel/x', '.\uff53atchel/x'])(
    '%j is the same name on some storages',
    (key) => expect(isReserved(key)).toBe(true),
  );

  it.each(['', 'a/.satchel/b', '.satchels/x', 'satchel/x', '.satchel-2'])('%j is not', (key) =>
    expect(isReserved(key)).toBe(false),
  );
});
