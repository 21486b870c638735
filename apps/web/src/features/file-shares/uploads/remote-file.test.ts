import { ReadableStream } from 'node:stream/web';
import { afterEach, expect, it, vi } from 'vitest';
import { client } from '#shared/api/client.ts';
import { fetchRemoteFile } from './remote-file.ts';

afterEach(() => vi.restoreAllMocks());

it.each([
  [200, 'from the source'],
  [202, 'through the server'],
  [206, 'through the server'],
])('an answer with %i is taken only if it is the whole file', async (status, expected) => {
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('from the source', { status }));
  vi.spyOn(client.urlUploads, 'proxy').mockResolvedValue(new Response('through the server'));
  const source = {
    url: 'https://source.test/a',
    name: 'a',
    contentType: '',
    size: null,
    isReadable: true,
  };
  const file = await fetchRemoteFile(source, new AbortController().signal, () => {});
  expect(await file.text()).toBe(expected);
});

it('an answer that is cut off has failed because of the network', async () => {
  const cut = new ReadableStream({ pull: (controller) => controller.error(new TypeError('cut')) });
  vi.spyOn(client.urlUploads, 'proxy').mockResolvedValue(new Response(cut as BodyInit));
  const source = {
    url: 'http://source.test/a',
    name: 'a',
    contentType: '',
    size: null,
    isReadable: false,
  };
  const fetched = fetchRemoteFile(source, new AbortController().signal, () => {});
  await expect(fetched).rejects.toMatchObject({ code: 'client.network' });
});
