import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import Fastify, { type FastifyRequest } from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { AppError } from '#errors';
import { acceptUploads, readUploadForm, type UploadForm } from './upload-form.ts';

const MEBIBYTE = 1024 * 1024;
const part = (header: string, content: string) =>
  `--b\r\nContent-Disposition: form-data; ${header}\r\n\r\n${content}\r\n`;
const field = (name: string) => part(`name="${name}"`, 'x');
const file = (content: string) => part('name="file"; filename="x.txt"', content);
const head = (length: number) =>
  `POST / HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: ${length}\r\n\r\n`;

/** Server that answers with the result of `take` for a form, or with the code of its error. */
async function openServer(take: (form: UploadForm, request: FastifyRequest) => unknown) {
  const app = Fastify();
  app.setErrorHandler((error, _request, reply) =>
    reply.send(error instanceof AppError ? error.code : String(error)),
  );
  app.get('/next', async () => 'the next reply');
  await app.register(async (scope) => {
    await acceptUploads(scope);
    scope.post('/', async (request) => take(await readUploadForm(request), request));
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => app.close());
  const { port } = app.server.address() as AddressInfo;
  return async () => {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    return socket;
  };
}

/** Answers to a form and to a following request on the same connection. */
async function answers(connectTo: Awaited<ReturnType<typeof openServer>>, form: string) {
  const socket = await connectTo();
  socket.write(
    `${head(form.length)}${form}GET /next HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`,
  );
  return (await text(socket)).split('HTTP/1.1 ').map((reply) => reply.split('\r\n\r\n')[1]);
}

describe('readUploadForm', () => {
  it('reads the rest of a refused form away, so that the connection goes on', async () => {
    const connectTo = await openServer(() => 'taken');
    const big = file('x'.repeat(4 * MEBIBYTE));
    const fields = Array.from({ length: 51 }, (_, at) => field(`field-${at}`)).join('');
    expect(await answers(connectTo, `${fields}${big}--b--`)).toEqual([
      undefined,
      'request.too_many_fields',
      'the next reply',
    ]);
    expect(await answers(connectTo, `${big.replace('"file"', '"other"')}--b--`)).toEqual([
      undefined,
      'file_shares.file_missing',
      'the next reply',
    ]);
  });

  it('takes 50 fields and no more, wherever they stand', async () => {
    const connectTo = await openServer(async ({ body, fields, lateFields }) => {
      body.resume();
      return Object.keys({ ...fields, ...(await lateFields()) }).length;
    });
    const fields = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, at) => field(`field-${from + at}`)).join('');
    const answerTo = async (before: number, all: number) =>
      (await answers(connectTo, `${fields(0, before)}${file('x')}${fields(before, all)}--b--`))[1];
    expect(await answerTo(50, 50)).toBe('50');
    expect(await answerTo(20, 50)).toBe('50');
    expect(await answerTo(20, 51)).toBe('request.too_many_fields');
  });

  it('reads the rest away of a file that nobody goes on reading', async () => {
    const connectTo = await openServer(async ({ body }) => {
      for await (const _chunk of body) break;
      return 'enough';
    });
    const form = `${file('x'.repeat(4 * MEBIBYTE))}${field('late')}--b--`;
    expect(await answers(connectTo, form)).toEqual([undefined, 'enough', 'the next reply']);
  });

  it('says to whoever waits for the fields behind a file that the form was broken', async () => {
    const connectTo = await openServer(async ({ body, lateFields }) => {
      body.resume();
      return lateFields();
    });
    expect(await answers(connectTo, file('x'))).toEqual([
      undefined,
      'request.malformed',
      'the next reply',
    ]);
  });

  it.each([
    ['is being read', false],
    ['waits to be read', true],
  ])('ends a file that %s, where its sender goes away', async (_, waits) => {
    const begun = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<unknown>();
    const connectTo = await openServer(async ({ body }, { raw }) => {
      begun.resolve();
      if (waits) await new Promise((resolve) => raw.once('close', resolve));
      await text(body).then(ended.resolve, ended.resolve);
    });
    const socket = await connectTo();
    socket.write(`${head(MEBIBYTE)}${file('the beginning')}`);
    await begun.promise;
    socket.destroy();
    expect(await ended.promise).toMatchObject({ code: 'request.malformed' });
  });
});
