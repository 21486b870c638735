import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { parseConfig } from './config.ts';
import { readSecretFiles } from './secret-files.ts';

const SECRET = 'a secret of thirty-two characters';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'satchel-secrets-'));
});
afterEach(() => rm(folder, { recursive: true }));

it('reads a secret from the file that its variable with _FILE names', async () => {
  await writeFile(join(folder, 'key'), `${SECRET}\n`);
  const environment = await readSecretFiles({ SECRET_KEY_FILE: 'key', PORT: '80' }, folder);
  expect(parseConfig(environment, folder)).toMatchObject({ secretKey: SECRET, port: 80 });
});

it('takes an empty variable for unset', async () => {
  const environment = { SECRET_KEY_FILE: ' ', SECRET_KEY: SECRET };
  expect(parseConfig(await readSecretFiles(environment, folder), folder).secretKey).toBe(SECRET);
});

it('names every file that is of no use, and never what is in one', async () => {
  await writeFile(join(folder, 'key'), SECRET);
  await writeFile(join(folder, 'empty'), '\n');
  const environment = {
    SECRET_KEY_FILE: 'key',
    SECRET_KEY: 'x',
    DATABASE_URL_FILE: 'nothing',
    ADMIN_PASSWORD_FILE: 'empty',
  };
  const refused = readSecretFiles(environment, folder);
  await expect(refused).rejects.toThrow(/^ADMIN_PASSWORD_FILE: names an empty file .*\n/);
  await expect(refused).rejects.toThrow(/DATABASE_URL_FILE: names a file .* \(ENOENT\)/);
  await expect(refused).rejects.toThrow(/SECRET_KEY_FILE: and SECRET_KEY must not both be set/);
  await expect(refused).rejects.not.toThrow(new RegExp(SECRET));
});

it('refuses a file for what is no secret', async () => {
  await writeFile(join(folder, 'port'), '80');
  const refused = readSecretFiles({ PORT_FILE: 'port' }, folder);
  await expect(refused).rejects.toThrow(
    /^PORT: is read from no file, so PORT_FILE must not be set/,
  );
  await expect(readSecretFiles({ PORT_FILE: ' ' }, folder)).resolves.toBeDefined();
});
