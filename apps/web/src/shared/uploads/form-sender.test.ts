import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createFormSender } from './form-sender.ts';

let server: Server | undefined;
afterEach(() => server?.close());

/** Starts a server that returns the request's body, with a header of its own. */
async function startEcho(): Promise<string> {
  const echo = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method, headers } = request;
      response.writeHead(request.method === 'OPTIONS' ? 204 : 409, {
        'access-control-allow-origin': '*',
        'access-control-allow-headers': '*',
        'content-type': 'application/json',
      });
      const body = Buffer.concat(chunks).toString();
      response.end(request.method === 'OPTIONS' ? '' : JSON.stringify({ method, headers, body }));
    });
  });
  server = echo;
  await new Promise<void>((resolve) => echo.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(echo.address() as AddressInfo).port}/`;
}

function formOf(text: string): FormData {
  const form = new FormData();
  form.append('path', '/m/');
  form.append('file', new Blob([text]), 'a.txt');
  return form;
}

describe('a form that is sent', () => {
  it('arrives whole, with the headers of the request, and its reply is read as any other', async () => {
    const url = await startEcho();
    const form = formOf('what is in it');
    const sent: number[] = [];
    const send = createFormSender(form, (bytes) => sent.push(bytes));
    const request = new Request(url, { method: 'POST', headers: { 'x-one': '1' }, body: form });
    const reply = await send(request);
    expect([reply.status, reply.headers.get('content-type')]).toEqual([409, 'application/json']);
    const { method, headers, body } = (await reply.json()) as {
      method: string;
      headers: Record<string, string>;
      body: string;
    };
    expect(method).toBe('POST');
    expect(headers).toMatchObject({ 'x-one': '1' });
    expect(body).toContain('what is in it');
    expect(sent.at(-1), 'and it was told how much is sent').toBe(body.length);
    const boundary = /boundary=(\S+)/.exec(headers['content-type'] ?? '')?.[1] ?? 'none';
    expect(body, 'it is told apart by the boundary that its header names').toContain(boundary);
  });

  it('fails as fetch does where nobody answers, and ends with its signal', async () => {
    const form = formOf('x');
    const send = createFormSender(form, () => {});
    const unreachable = new Request('http://127.0.0.1:1/', { method: 'POST', body: form });
    await expect(send(unreachable)).rejects.toBeInstanceOf(TypeError);
    const stopping = AbortSignal.abort(new Error('stopped'));
    const request = new Request('http://127.0.0.1:1/', {
      ...{ method: 'POST', body: form, signal: stopping },
    });
    await expect(send(request)).rejects.toThrow('stopped');
  });
});
