import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { NewUploadRequest } from '@satchel/api-client/contract/upload-request-shapes';
import { expect, it } from 'vitest';
import { outcomeOf } from './run-cli.ts';
import { proxy, server, setScene, user } from './scene.ts';
import { runInTerminal } from './terminal.ts';

const PART_BYTES = 5 * 1024 * 1024;

setScene('none');

async function makeRequest(options: Partial<NewUploadRequest> = {}) {
  const body = { title: 'Holiday', ...options };
  const { id, slug } = await server.admin.uploadRequests.create({ body });
  return { id, link: `${proxy.url}/request/${slug}` };
}
const deliveriesOf = async (id: string) =>
  (await server.admin.uploadRequests.deliveries({ params: { id } })).deliveries;
const write = async (name: string, content: string | Uint8Array) => {
  await mkdir(join(user.directory, name, '..'), { recursive: true });
  await writeFile(join(user.directory, name), content);
};

it('sends files and folders without a log-in, and prints the receipt', async () => {
  const { id, link } = await makeRequest({ ask_name: true, password: 'sesame' });
  await write('photos/deep/a.jpg', 'a');
  await write('note.txt', 'note');
  const words = ['send', link, 'photos', 'note.txt', '--note', 'as agreed', '-p', 'sesame'];
  expect(await user.run(words)).toMatchObject({ exitCode: 2, stdout: '' });
  const outcome = await user.run([...words, '--name', 'Ada']);
  expect(outcome).toMatchObject({ exitCode: 0, stderr: '' });
  const [delivery, ...others] = await deliveriesOf(id);
  expect(others).toEqual([]);
  expect(delivery).toMatchObject({ state: 'done', name: 'Ada', note: 'as agreed', file_count: 2 });
  expect(outcome.stdout).toBe(`${delivery?.receipt}\n`);
  expect(delivery?.files.map(({ path }) => path).toSorted()).toEqual([
    'note.txt',
    'photos/deep/a.jpg',
  ]);
});

it('asks for the password, and says which files the request refuses', async () => {
  const { id, link } = await makeRequest({ password: 'sesame', types: ['.txt'] });
  await write('good.txt', 'good');
  await write('bad.exe', 'bad');
  const words = ['send', link, 'good.txt', 'bad.exe'];
  const asked = await runInTerminal(user, words, [['Password', 'sesame\r']]);
  expect(asked.exitCode).toBe(1);
  expect(asked.stdout).toContain('bad.exe');
  const [open] = await deliveriesOf(id);
  expect(open).toMatchObject({ state: 'open', file_count: 1 });
  expect(await user.run(['send', link, 'good.txt', '-p', 'wrong'])).toMatchObject({ exitCode: 5 });
});

it('says that a full request accepts no more, and starts no delivery', async () => {
  const { id, link } = await makeRequest({ max_files: 1, password: 'sesame' });
  await write('one.txt', 'one');
  await write('two.txt', 'two');
  expect(await user.run(['send', link, 'one.txt', '-p', 'sesame'])).toMatchObject({ exitCode: 0 });
  const words = ['send', link, 'two.txt'];
  expect(await user.run(words)).toEqual({
    exitCode: 1,
    stdout: '',
    stderr: expect.stringContaining('This request already has all the files'),
  });
  expect(await deliveriesOf(id)).toHaveLength(1);
});

it('finishes the delivery once although replies to its end are lost', async () => {
  const { id, link } = await makeRequest();
  await write('one.txt', 'one');
  const words = ['send', link, 'one.txt'];
  const loseEnds = (count: number) => {
    proxy.forget();
    const isEnd = ({ path }: { path: string }) => path.endsWith('/done');
    proxy.setFault((request, seen) =>
      isEnd(request) && seen.filter(isEnd).length < count ? { cutAfterBytes: 1 } : undefined,
    );
  };
  loseEnds(1);
  expect(await user.run(words)).toMatchObject({ exitCode: 0, stderr: '' });
  loseEnds(100);
  expect(await user.run(words)).toMatchObject({ exitCode: 6, stdout: '' });
  proxy.forget();
  const { exitCode, stdout } = await user.run(words);
  const [first, second, ...others] = await deliveriesOf(id);
  expect([exitCode, others]).toEqual([0, []]);
  expect([`${first?.receipt}\n`, `${second?.receipt}\n`]).toContain(stdout);
  expect([first?.file_count, second?.file_count]).toEqual([1, 1]);
});

it('resumes after SIGKILL, in the same delivery', async () => {
  const { id, link } = await makeRequest();
  await write('long.bin', randomBytes(4 * PART_BYTES));
  await write('short.txt', 'short');
  const words = ['send', link, 'short.txt', 'long.bin', '--json'];
  proxy.setFault(({ query }, seen) => {
    const parts = seen.filter((each) => each.query.has('partNumber'));
    return query.has('partNumber') && parts.length >= 3 ? 'hold' : undefined;
  });
  const child = user.start(words);
  const ended = outcomeOf(child);
  await proxy.struck();
  await expect.poll(() => proxy.takenParts().length, { timeout: 20_000 }).toBe(3);
  child.kill('SIGKILL');
  await ended;
  proxy.forget();
  const outcome = await user.run(words);
  expect(outcome).toMatchObject({ exitCode: 0, stderr: '' });
  expect(proxy.takenParts().length).toBeLessThanOrEqual(2);
  const [delivery, ...others] = await deliveriesOf(id);
  expect(others).toEqual([]);
  expect(JSON.parse(outcome.stdout)).toMatchObject({ receipt: delivery?.receipt, file_count: 2 });
  expect(delivery).toMatchObject({ state: 'done', total_size: 4 * PART_BYTES + 5 });
});

it('tells upload links from others', async () => {
  const { link } = await makeRequest();
  await write('a.txt', 'a');
  const get = await user.run(['get', link]);
  expect(get).toMatchObject({ exitCode: 2, stdout: '' });
  expect(get.stderr).toContain('satchel send');
  expect(await user.run(['send', `${proxy.url}/share/x`, 'a.txt'])).toMatchObject({ exitCode: 2 });
  expect(await user.run(['send', `${proxy.url}/request/x`, 'a.txt'])).toMatchObject({
    exitCode: 4,
  });
});
