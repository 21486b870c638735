import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { SendRequest, SendResponse } from '../src/engine/ports.ts';
import { createFetchSender } from '../src/senders/fetch.ts';
import { createNodeSender } from '../src/senders/node.ts';
import { createXhrSender } from '../src/senders/xhr.ts';
import { createScene } from './scene.ts';

const request: SendRequest = {
  url: 'http://127.0.0.1:1/part',
  headers: {},
  body: new Blob(['part']),
  signal: new AbortController().signal,
  onProgress: () => {},
};
const noAnswer: SendResponse = { status: 0, headers: new Headers() };

afterEach(() => vi.unstubAllGlobals());

/** An XMLHttpRequest that loads with status 0, like browsers' for some requests that never arrived. */
class EmptyXhr {
  readonly upload = {};
  readonly status = 0;
  onload = (): void => {};
  open(): void {}
  send(): void {
    queueMicrotask(() => this.onload());
  }
  getAllResponseHeaders(): string {
    return '';
  }
}

describe('a status of 0, which means that no answer came,', () => {
  it('of a sender is tried again', async () => {
    const scene = createScene();
    const answers = [noAnswer, noAnswer];
    const put = async (part: SendRequest) => answers.pop() ?? scene.store.send.put(part);
    const send = { reportsProgress: true, put };
    expect(await scene.finish(scene.add(1, { send }))).toBeNull();
    expect(answers).toEqual([]);
  });

  it('of a sender fails as a lost connection when the retries are spent', async () => {
    const scene = createScene();
    const send = { reportsProgress: true, put: async () => noAnswer };
    expect(await scene.finish(scene.add(1, { send }))).toMatchObject({
      code: 'part_failed',
      retryable: true,
      cause: { code: 'network' },
    });
  });

  it.each([
    ['create', 'create', 'create'],
    ['sign', 'signParts', 'sign'],
    ['complete', 'complete', 'complete'],
  ] as const)('thrown by %s of the transport is tried again', async (_name, method, logged) => {
    const scene = createScene();
    let failures = 2;
    const call = scene.store.transport[method].bind(scene.store.transport) as () => Promise<never>;
    const failing = (...parameters: []) =>
      failures-- > 0
        ? Promise.reject(Object.assign(new Error('offline'), { status: 0 }))
        : call(...parameters);
    const transport = { ...scene.store.transport, [method]: failing };
    expect(await scene.finish(scene.add(1, { transport }))).toBeNull();
    expect(scene.logged(logged)).toHaveLength(1);
  });

  it('in the response of ky or the metadata of the AWS SDK is tried again', async () => {
    const scene = createScene();
    const errors = [{ response: { status: 0 } }, { $metadata: { httpStatusCode: 0 } }];
    const transport = { ...scene.store.transport };
    transport.create = (created, signal) => {
      const error = errors.pop();
      if (error) throw Object.assign(new Error('offline'), error);
      return scene.store.transport.create(created, signal);
    };
    expect(await scene.finish(scene.add(1, { transport }))).toBeNull();
  });

  it('rejects the part that is sent by XMLHttpRequest', async () => {
    vi.stubGlobal('XMLHttpRequest', EmptyXhr);
    await expect(createXhrSender().put(request)).rejects.toThrow('network error');
  });

  it('rejects the part that is sent by fetch', async () => {
    const send = createFetchSender(async () => Response.error());
    await expect(send.put(request)).rejects.toThrow('network error');
  });

  it('rejects the part that is sent by Node', async () => {
    const server = createServer((socket) => {
      socket.once('data', () => socket.end('HTTP/1.1 000 Nothing\r\nContent-Length: 0\r\n\r\n'));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    await expect(createNodeSender().put({ ...request, url })).rejects.toThrow();
    server.close();
  });
});
