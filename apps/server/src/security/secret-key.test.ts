import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createSecretKey, readOrCreateSecret } from './secret-key.ts';

const key = createSecretKey('the secret of the server');

describe('the secret key (CONTRACT A2)', () => {
  it('seals texts, each time otherwise, and opens them again', () => {
    const [one, two] = [key.encrypt('secret ä'), key.encrypt('secret ä')];
    expect(one).not.toBe(two);
    expect([key.decrypt(one), key.decrypt(two)]).toEqual(['secret ä', 'secret ä']);
  });

  it('refuses what was changed, cut off or sealed by another', () => {
    const sealed = Buffer.from(key.encrypt('secret'), 'base64');
    for (let at = 0; at < sealed.length; at += 1) {
      const forged = Buffer.from(sealed);
      forged[at] = (forged[at] ?? 0) ^ 1;
      expect(() => key.decrypt(forged.toString('base64'))).toThrow();
    }
    for (const length of [0, 12, 20, sealed.length - 1]) {
      expect(() => key.decrypt(sealed.subarray(0, length).toString('base64'))).toThrow();
    }
    const other = createSecretKey('another secret');
    expect(() => other.decrypt(sealed.toString('base64'))).toThrow();
  });

  it('signs for one purpose', () => {
    const signature = key.sign('grant', 'text');
    expect(key.verify('grant', 'text', signature)).toBe(true);
    expect(key.verify('other', 'text', signature)).toBe(false);
    expect(key.verify('grant', 'texts', signature)).toBe(false);
    expect(key.verify('grant', 'text', '')).toBe(false);
  });

  it('derives the same secret each time, and another for another purpose', () => {
    expect(key.derive('a')).toBe(createSecretKey('the secret of the server').derive('a'));
    expect(key.derive('a')).not.toBe(key.derive('b'));
  });

  it('is made once in the data folder, only its owner may read it, and a lost one is not made anew', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'satchel-secret-'));
    const first = await readOrCreateSecret(directory);
    expect(first).toMatch(/^[0-9a-f]{64}$/);
    expect(await readOrCreateSecret(directory)).toBe(first);
    const path = join(directory, 'secret.key');
    expect((await stat(path)).mode & 0o077).toBe(0);
    expect((await readFile(path, 'utf8')).trim()).toBe(first);
    await writeFile(join(directory, 'satchel.db'), '');
    await rm(path);
    await expect(async () => readOrCreateSecret(directory)).rejects.toThrow(/^SECRET_KEY: /);
    expect(await readdir(directory)).toEqual(['satchel.db']);
    await rm(directory, { recursive: true });
  });
});
