import { ERROR_STATUS, type ErrorCode } from '@satchel/api-client/errors';
import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { AppError } from '#errors';
import { handleError, InvalidInputError } from './error-handler.ts';

async function replyTo(error: unknown, headers: Record<string, string> = {}) {
  const app = Fastify({ exposeHeadRoutes: false });
  app.setErrorHandler(handleError);
  app.get('/json', (_request, reply) => {
    reply.header('etag', '"x"').header('content-disposition', 'attachment');
    throw error;
  });
  app.get('/content', { config: { sendsContent: true } }, () => {
    throw error;
  });
  const inject = (url: string) => app.inject({ method: 'GET', url, headers });
  return { json: await inject('/json'), content: await inject('/content') };
}

describe('handleError (CONTRACT A1, A5)', () => {
  it.each(Object.entries(ERROR_STATUS))(
    'answers %s with its status in both languages',
    async (code, status) => {
      const error = new AppError(code as ErrorCode, { details: { seconds: 7, size: 9 } });
      const { json } = await replyTo(error, { 'accept-language': 'zh-TW' });
      expect([json.statusCode, json.json().code, json.json().error]).toEqual([
        status,
        status,
        code,
      ]);
      expect(json.json().message).toMatch(/\p{Script=Han}/u);
      expect((await replyTo(error)).json.json().message).not.toMatch(/\p{Script=Han}|[{}]/u);
    },
  );

  it('tells nothing of an unknown failure but its request', async () => {
    const { json } = await replyTo(new Error('password=hunter2 at /var/secret'));
    expect([json.statusCode, json.json().error]).toEqual([500, 'server.internal']);
    expect(json.body).not.toMatch(/hunter2|secret/);
    expect(json.json()).toMatchObject({
      success: false,
      data: null,
      requestId: expect.any(String),
    });
  });

  it.each([
    'url_uploads.source_unreachable',
    'url_uploads.source_timeout',
    'storage.insufficient',
  ] as const)('writes %s as information, because it is no fault of the server', async (code) => {
    const lines: string[] = [];
    const stream = { write: (line: string) => void lines.push(line) };
    const app = Fastify({ disableRequestLogging: true, logger: { level: 'info', stream } });
    app.setErrorHandler(handleError);
    app.get('/', () => {
      throw new AppError(code, { details: { status: 503 } });
    });
    await app.inject('/');
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ level: 30, msg: code, details: { status: 503 } }),
    ]);
  });

  it('writes no stack of what a caller alone has caused', async () => {
    const lines: string[] = [];
    const stream = { write: (line: string) => void lines.push(line) };
    const app = Fastify({ disableRequestLogging: true, logger: { level: 'info', stream } });
    app.setErrorHandler(handleError);
    app.get('/', () => {
      throw new AppError('webdav.destination_elsewhere');
    });
    expect((await app.inject('/')).statusCode).toBe(502);
    expect(lines).toEqual([]);
  });

  it('survives a thrown thing that is no error', async () => {
    expect((await replyTo('text')).json.statusCode).toBe(500);
  });

  it('says how long to wait, and leaves no header of the content that failed', async () => {
    const { json } = await replyTo(new AppError('auth.throttled', { details: { seconds: 7 } }));
    expect(json.headers).toMatchObject({ 'retry-after': '7', 'cache-control': 'no-store' });
    expect(json.headers).not.toHaveProperty('etag');
    expect(json.headers).not.toHaveProperty('content-disposition');
  });

  it('answers content routes in plain text unless JSON is asked for', async () => {
    const error = new AppError('file_shares.not_found');
    const plain = (await replyTo(error)).content;
    expect([plain.headers['content-type'], plain.body]).toEqual([
      'text/plain; charset=utf-8',
      'This file does not exist\n',
    ]);
    const asked = (await replyTo(error, { accept: 'application/json' })).content;
    expect(asked.json().error).toBe('file_shares.not_found');
  });

  it('names the field, or the error that the field declares', async () => {
    const schema = z.object({
      plain: z.string(),
      slug: z.string().regex(/^a/, { error: 'shares.slug_invalid' }),
    });
    const invalid = (input: unknown) =>
      new InvalidInputError('body', schema.safeParse(input).error?.issues ?? []);
    const coded = (await replyTo(invalid({ plain: 'x', slug: 'b' }))).json.json();
    expect(coded.error).toBe('shares.slug_invalid');
    const general = (await replyTo(invalid({ slug: 'a' }))).json.json();
    expect(general.message).toMatch(/^The request is not valid: plain: /);
    expect(general.details.issues).toEqual([{ path: 'plain', problem: expect.any(String) }]);
  });

  it.each([
    ['en', 'slug: Invalid input: expected string, received number'],
    ['zh', 'slug: 无效输入：期望 string，实际接收 数字'],
  ])(
    'says what is expected of a field that has several forms, in %s',
    async (language, problem) => {
      const schema = z.object({ slug: z.string().or(z.literal('')).nullish() });
      const { error: refusal } = schema.safeParse({ slug: 5 }, { reportInput: true });
      const error = new InvalidInputError('body', refusal?.issues ?? []);
      const { json } = await replyTo(error, { 'accept-language': language });
      expect(json.json().message).toContain(problem);
    },
  );
});
