import type { PartSender } from '@satchel/multipart-uploader';
import { describe, expect, it } from 'vitest';
import { createOriginSender } from './origin-sender.ts';

type Request = Parameters<PartSender['put']>[0];

/** A sender that notes the hosts of its requests; those of `gone` do not answer. */
function scene(origins: readonly string[], gone: readonly string[] = []) {
  const hosts: string[] = [];
  const xhr: PartSender = {
    reportsProgress: true,
    async put({ url }) {
      const { host, pathname } = new URL(url);
      hosts.push(host + pathname);
      if (gone.includes(host)) throw new TypeError('network error');
      return { status: 200, headers: new Headers() };
    },
  };
  const sender = createOriginSender(async () => [...origins], xhr);
  const signal = new AbortController().signal;
  const put = (url: string) =>
    sender.put({ url, headers: {}, body: new Blob(), signal, onProgress: () => {} } as Request);
  return { hosts, put, sender };
}

const PART = `${location.origin}/s3/satchel/a.bin?partNumber=1`;
const UPLOADS = ['https://u1.example.org', 'https://u2.example.org'];

describe('parts of uploads (UPLOAD_URL)', () => {
  it('go to the further origins in turns, once these are known', async () => {
    const { hosts, put } = scene(UPLOADS);
    for (let part = 0; part < 4; part += 1) await put(PART);
    const path = '/s3/satchel/a.bin';
    const [first, ...others] = hosts;
    expect(first).toBe(location.host + path);
    expect(others.toSorted()).toEqual([
      `u1.example.org${path}`,
      ...[`u2.example.org${path}`, `u2.example.org${path}`],
    ]);
  });

  it('share no connection with the page, once these are known', async () => {
    const { put, sender } = scene(UPLOADS);
    expect(sender.isApart?.(PART)).toBe(false);
    await put(PART);
    await put(PART);
    expect(sender.isApart?.(PART)).toBe(true);
    expect(sender.isApart?.('https://s3.example.net/bucket/a.bin')).toBe(false);
  });

  it('stay where the server has no other origin', async () => {
    const { hosts, put } = scene([]);
    for (let part = 0; part < 3; part += 1) await put(PART);
    expect(new Set(hosts)).toEqual(new Set([`${location.host}/s3/satchel/a.bin`]));
  });

  it('go to the storage itself where that is another one', async () => {
    const { hosts, put } = scene(UPLOADS);
    await put('https://s3.example.net/bucket/a.bin');
    await put(`${location.origin}/api/upload`);
    expect(hosts).toEqual(['s3.example.net/bucket/a.bin', `${location.host}/api/upload`]);
  });

  it('leave an origin that does not answer', async () => {
    const { hosts, put } = scene(['https://u1.example.org'], ['u1.example.org']);
    await put(PART);
    await expect(put(PART)).rejects.toThrow('network error');
    await put(PART);
    expect(hosts.map((host) => host.split('/')[0])).toEqual([
      location.host,
      'u1.example.org',
      location.host,
    ]);
  });
});
