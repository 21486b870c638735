import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { proxy, server, setScene, user } from './scene.ts';

const FILE_COUNT = 200;

setScene('proxy');
beforeEach(async () => {
  await mkdir(join(user.directory, 'many'));
  for (let number = 0; number < FILE_COUNT; number += 1) {
    await writeFile(join(user.directory, `many/${number}.txt`), `content ${number}`);
  }
});

const complaintsOf = (stderr: string) => stderr.trim().split('\n');

it.each([
  ['share', ['share', 'many']],
  ['cp', ['cp', '-r', 'many', ':/files/']],
])('%s ends soon when its key is revoked midway', async (_name, words) => {
  const { id, key } = await server.admin.apiKeys.create({
    body: { name: `revoked ${words[0]}`, permissions: 0b1111_0000_0011, expires_at: 'never' },
  });
  let files = 0;
  let revoking: Promise<unknown> | undefined;
  proxy.setFault(({ path, method }) => {
    if (method === 'PUT' || path.includes('upload')) files += 1;
    if (files > 10) revoking ??= server.admin.apiKeys.delete({ params: { id } });
    return undefined;
  });
  const outcome = await user.run(words, { env: { SATCHEL_KEY: key } });
  await revoking;
  expect(revoking).toBeDefined();
  expect(outcome.exitCode).toBe(3);
  expect(outcome.stderr).toContain('Log in with: satchel login');
  // Files that were on their way may fail, too. The others are not tried, which the server would throttle.
  expect(complaintsOf(outcome.stderr).length).toBeLessThan(40);
});

it('cp ends soon when there is no such mount', async () => {
  const outcome = await user.run(['cp', '-r', 'many', ':/typo/many']);
  expect(outcome.exitCode).toBe(4);
  expect(complaintsOf(outcome.stderr)).toHaveLength(1);
});

it('cp ends soon when the server is gone', async () => {
  let files = 0;
  proxy.setFault(({ path, method }) => {
    if (method === 'PUT' || path.includes('upload')) files += 1;
    return files > 10 ? 'drop' : undefined;
  });
  const outcome = await user.run(['cp', '-r', 'many', ':/files/']);
  expect(outcome.exitCode).toBe(6);
  expect(complaintsOf(outcome.stderr).length).toBeLessThan(40);
});
