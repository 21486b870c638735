import { once } from 'node:events';
import { type ClientRequest, request } from 'node:http';
import { text } from 'node:stream/consumers';
import {
  uploadFileShareDirect,
  uploadFileShareForm,
} from '@satchel/api-client/contract/file-share-uploads';
import { viewFileShare } from '@satchel/api-client/contract/file-shares';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { expectContract } from '../../../../test/checked-client.ts';
import { SHARE_SYSTEMS, startShareServer } from '../../../../test/share-systems.ts';
import type { TestServer } from '../../../../test/start-server.ts';
import { listStorage } from '../../../../test/upload-files.ts';

const MEBIBYTE = 1024 * 1024;

/** Reply that was checked against the contract already. */
interface Reply {
  readonly error?: string;
  readonly data: Readonly<Record<string, unknown>> & { readonly slug: string };
}

describe.each(SHARE_SYSTEMS)(
  'uploads through the server on %s with %s (CONTRACT A4, A5)',
  (database, store) => {
    let server: TestServer;
    beforeAll(async () => {
      server = await startShareServer([database, store]);
      await server.prisma.setting.update({
        where: { key: 'max_upload_size' },
        data: { value: '2' },
      });
      await server.forget();
    });
    afterAll(() => server.close());

    const putDirect = async (path: string, body: string | ReadableStream, headers = {}) => {
      const response = await fetch(`${server.url}/api/upload-direct/${path}`, {
        method: 'PUT',
        headers: { authorization: server.authorization, accept: 'application/json', ...headers },
        body,
        ...(typeof body === 'string' ? {} : { duplex: 'half' as const }),
      });
      const reply = (await response.json()) as Reply;
      expectContract(uploadFileShareDirect, response.status, reply);
      return { status: response.status, reply };
    };
    const postForm = async (form: FormData, headers = {}) => {
      const response = await fetch(`${server.url}/api/upload`, {
        method: 'POST',
        headers: { authorization: server.authorization, ...headers },
        body: form,
      });
      const reply = (await response.json()) as Reply;
      expectContract(uploadFileShareForm, response.status, reply);
      return { status: response.status, reply };
    };
    const formOf = (...entries: [string, string | File][]) => {
      const form = new FormData();
      for (const [name, value] of entries) form.append(name, value);
      return form;
    };
    const read = async (slug: string) =>
      (await fetch(`${server.url}/api/file-view/${slug}`)).text();
    /** Counts of rows and objects, to show that nothing unfinished is left. */
    const snapshot = async () => ({
      rows: (await server.prisma.fileShare.count()) + (await server.prisma.objectWrite.count()),
      pending: await server.prisma.pendingDeletion.count(),
      ...(await listStorage(server)),
    });
    /** Waits until the counts are stable, because callers of the previous test may just have disconnected. */
    const quietSnapshot = async () => {
      let last = await snapshot();
      for (let quiet = 0; quiet < 3; ) {
        await new Promise((resolve) => setTimeout(resolve, 100));
        const next = await snapshot();
        quiet = JSON.stringify(next) === JSON.stringify(last) ? quiet + 1 : 0;
        last = next;
      }
      return last;
    };
    const untilBackTo = (before: Awaited<ReturnType<typeof snapshot>>) =>
      vi.waitFor(async () => expect(await snapshot()).toEqual(before), { timeout: 5000 });
    describe('raw bodies', () => {
      it('makes a share of the body, options in the query, the password in a header', async () => {
        const query = '?remark=r&max_views=3&expires_in=1&slug=direct-1&use_proxy=1';
        const { status, reply } = await putDirect(`note.md${query}`, 'body', {
          'x-share-password': 'secret',
        });
        expect(status).toBe(201);
        expect(reply.data).toMatchObject({
          slug: 'direct-1',
          filename: 'note.md',
          mimetype: 'text/markdown',
          size: 4,
          remark: 'r',
          max_views: 3,
          use_proxy: 1,
          has_password: true,
        });
        expect(reply.data.expires_at).not.toBeNull();
      });

      it('says where the share is opened, and where its owner reads the bytes (CONTRACT A6)', async () => {
        const { reply } = await putDirect('where.txt?slug=where&max_views=1', 'here');
        expect(reply.data).toMatchObject({
          url: '/file/where',
          share_url: `${server.url}/file/where`,
        });
        for (const url of [reply.data.previewUrl, reply.data.downloadUrl]) {
          expect(await (await fetch(String(url))).text()).toBe('here');
        }
        expect(await read('where')).toBe('here');
      });

      it('takes the slug of an own share with override, and of nobody else (CONTRACT A6)', async () => {
        await putDirect('a.txt?slug=taken-over', 'first');
        expect((await putDirect('b.txt?slug=taken-over', 'no')).status).toBe(409);
        const { status } = await putDirect('c.txt?slug=taken-over&override=true', 'second');
        expect([status, await read('taken-over')]).toEqual([201, 'second']);
        const stranger = await server.createApiKey({ permissions: 2 });
        const refused = await fetch(
          `${server.url}/api/upload-direct/d.txt?slug=taken-over&override=true`,
          { method: 'PUT', headers: { authorization: stranger.authorization }, body: 'theirs' },
        );
        expect([refused.status, await read('taken-over')]).toEqual([409, 'second']);
      });

      it('prints only the link where text/plain is accepted, as `curl -T` does', async () => {
        const response = await fetch(`${server.url}/api/upload-direct/x.txt?slug=curl-t`, {
          method: 'PUT',
          headers: { authorization: server.authorization, accept: 'text/plain' },
          body: 'x',
        });
        expect([response.status, await response.text()]).toEqual([
          201,
          `${server.url}/file/curl-t\n`,
        ]);
      });

      it('stores a body of any type and of no length', async () => {
        const json = await putDirect('data.json', '{"a":1}', {
          'content-type': 'application/json',
        });
        expect(await read(json.reply.data.slug)).toBe('{"a":1}');
        const chunks = ReadableStream.from([Buffer.from('one '), Buffer.from('two')]);
        const chunked = await putDirect('chunked.txt', chunks);
        expect(chunked.reply.data.size).toBe(7);
        expect(await read(chunked.reply.data.slug)).toBe('one two');
        const empty = await putDirect('empty.txt', '');
        expect(empty.reply.data.size).toBe(0);
        expect(await read(empty.reply.data.slug)).toBe('');
      });

      it('refuses the rest of a file, as `curl -C -` sends it, because it is not the whole', async () => {
        const before = await quietSnapshot();
        const { authorization } = server;
        for (const [method, path] of [
          ['PUT', 'upload-direct/rest.txt'],
          ['POST', 'uploads?filename=rest.txt'],
        ] as const) {
          const headers = { authorization, 'content-range': 'bytes 5-9/10' };
          const reply = await fetch(`${server.url}/api/${path}`, {
            method,
            headers,
            body: '56789',
          });
          expect([reply.status, await reply.json()]).toMatchObject([
            400,
            { error: 'request.malformed' },
          ]);
        }
        expect(await snapshot()).toEqual(before);
      });

      it('decodes the name of the path and refuses a NUL in it', async () => {
        const { reply } = await putDirect(encodeURIComponent('中文 a/b "c".txt'), 'x');
        expect(reply.data.filename).toBe('b _c_.txt');
        expect((await putDirect('a%00b', 'x')).reply.error).toBe('request.invalid');
      });

      it('refuses what is too large, by its length and without one, and leaves nothing', async () => {
        const before = await snapshot();
        const announced = await putDirect('big.bin', 'x'.repeat(2 * MEBIBYTE + 1));
        expect(announced.reply.error).toBe('file_shares.too_large');
        const chunks = ReadableStream.from(
          Array.from({ length: 80 }, () => Buffer.alloc(MEBIBYTE / 16)),
        );
        const chunked = await putDirect('big.bin', chunks);
        expect([chunked.status, chunked.reply.error]).toEqual([413, 'file_shares.too_large']);
        expect(await snapshot()).toEqual(before);
      });

      it.each([
        ['slug=paste', 'shares.slug_reserved'],
        ['slug=%C3%A4', 'shares.slug_invalid'],
        ['path=..', 'file_shares.path_invalid'],
        ['max_views=x', 'request.invalid'],
        ['expires_in=-1', 'request.invalid'],
        ['s3_config_id=nope', 'storage.not_found'],
        ['slug=a&slug=b', 'request.invalid'],
      ])('refuses ?%s with %s', async (query, code) => {
        expect((await putDirect(`x.txt?${query}`, 'x')).reply.error).toBe(code);
      });
    });

    describe('forms', () => {
      const file = (content = 'in a form', name = 'form.txt') => new File([content], name);

      it('takes the empty fields of a form as left out (SPEC 3)', async () => {
        const names = 's3_config_id slug path remark password expires_in max_views use_proxy';
        const fields = names.split(' ').map((name): [string, string] => [name, '']);
        const { status, reply } = await postForm(formOf(...fields, ['file', file()]));
        expect([status, reply.error]).toEqual([201, undefined]);
        const open = { max_views: null, expires_at: null, has_password: false, use_proxy: 0 };
        expect(reply.data).toMatchObject(open);
      });

      it('makes a share of the file, with fields before and behind it (SPEC 3)', async () => {
        const form = formOf(
          ['remark', 'before'],
          ['slug', 'form-1'],
          ['expires_in', '24'],
          ['file', file()],
          ['max_views', '5'],
          ['password', 'secret'],
          ['use_proxy', 'true'],
        );
        const { status, reply } = await postForm(form);
        expect(status).toBe(201);
        expect(reply.data).toMatchObject({
          slug: 'form-1',
          filename: 'form.txt',
          size: 9,
          remark: 'before',
          max_views: 5,
          use_proxy: 1,
          has_password: true,
        });
        expect(reply.data.expires_at).not.toBeNull();
        const peek = await server.anonymous.call(viewFileShare, {
          params: { slug: 'form-1' },
          query: { peek: 1 },
        });
        expect(peek.requires_password).toBe(true);
      });

      it('takes a slug behind the file, and 409 for one that is taken leaves nothing', async () => {
        const late = () => formOf(['file', file()], ['slug', 'form-late']);
        expect((await postForm(late())).reply.data.slug).toBe('form-late');
        const before = await snapshot();
        expect((await postForm(late())).reply.error).toBe('shares.slug_taken');
        expect(await snapshot()).toEqual(before);
      });

      it('keeps CJK names and prints only the link where text/plain is accepted', async () => {
        const response = await fetch(`${server.url}/api/upload`, {
          method: 'POST',
          headers: { authorization: server.authorization, accept: 'text/plain' },
          body: formOf(['slug', 'form-cjk'], ['file', file('x', '中文.txt')]),
        });
        expect(await response.text()).toBe(`${server.url}/file/form-cjk\n`);
        const head = await fetch(`${server.url}/api/file-view/form-cjk`, { method: 'HEAD' });
        expect(head.headers.get('content-disposition')).toContain("''%E4%B8%AD%E6%96%87.txt");
      });

      it.each([
        ['no file', () => formOf(['remark', 'r']), 'file_shares.file_missing', 400],
        [
          'a second file',
          () => formOf(['file', file()], ['file', file()]),
          'file_shares.file_missing',
          400,
        ],
        [
          'a file by another name',
          () => formOf(['upload', file()]),
          'file_shares.file_missing',
          400,
        ],
        [
          'a reserved slug',
          () => formOf(['slug', 'admin'], ['file', file()]),
          'shares.slug_reserved',
          400,
        ],
        [
          'a reserved slug and a second file',
          () => formOf(['slug', 'admin'], ['file', file('x'.repeat(MEBIBYTE))], ['file', file()]),
          'shares.slug_reserved',
          400,
        ],
        [
          'a bad field behind',
          () => formOf(['file', file()], ['max_views', '-1']),
          'shares.max_views_invalid',
          400,
        ],
        [
          'a name that no header could say (SECURITY 9)',
          () => formOf(['file', file('x', `${'é'.repeat(1025)}.txt`)]),
          'request.invalid',
          400,
        ],
        [
          'a field of 17 KiB',
          () => formOf(['remark', 'x'.repeat(17 * 1024)], ['file', file()]),
          'request.too_large',
          413,
        ],
        [
          'a file over the limit',
          () => formOf(['file', file('x'.repeat(2 * MEBIBYTE + 1))]),
          'file_shares.too_large',
          413,
        ],
      ])('refuses %s, and leaves neither row nor object', async (_, form, code, status) => {
        const before = await snapshot();
        const refused = await postForm(form());
        expect([refused.status, refused.reply.error]).toEqual([status, code]);
        expect(await snapshot()).toEqual(before);
      });

      it.each([
        ['no form', 'text/plain', 'hello', 415],
        ['a form without boundary', 'multipart/form-data', 'hello', 400],
        [
          'a form that ends early',
          'multipart/form-data; boundary=b',
          '--b\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\nhalf',
          400,
        ],
        ['a form of rubbish', 'multipart/form-data; boundary=b', 'rubbish', 400],
      ])('refuses %s', async (_, contentType, body, status) => {
        const before = await snapshot();
        const response = await fetch(`${server.url}/api/upload`, {
          method: 'POST',
          headers: { authorization: server.authorization, 'content-type': contentType },
          body,
        });
        expect(response.status).toBe(status);
        expect(await snapshot()).toEqual(before);
      });
    });

    describe('callers who go away (SECURITY 12)', () => {
      const start = (method: string, path: string, headers: Record<string, string>) => {
        const call = request(server.url + path, {
          method,
          headers: { authorization: server.authorization, ...headers },
        });
        call.on('error', () => undefined);
        return call;
      };
      const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="x.bin"\r\n\r\n';
      const ways: readonly [string, () => ClientRequest][] = [
        [
          'a body of known length',
          () => start('PUT', '/api/upload-direct/x.bin', { 'content-length': '2000000' }),
        ],
        ['a body of unknown length', () => start('PUT', '/api/upload-direct/x.bin', {})],
        [
          'a form',
          () => {
            const call = start('POST', '/api/upload', {
              'content-type': 'multipart/form-data; boundary=b',
            });
            call.write(head);
            return call;
          },
        ],
      ];

      it.each(ways)('leave neither row nor object in the middle of %s', async (_, begin) => {
        const before = await quietSnapshot();
        const call = begin();
        call.write(Buffer.alloc(300_000));
        await vi.waitFor(async () =>
          expect(await server.prisma.objectWrite.count()).toBeGreaterThan(0),
        );
        call.destroy();
        await untilBackTo(before);
        expect((await fetch(`${server.url}/api/health`)).status).toBe(200);
      });

      it.each(ways)(
        'leave nothing when they are gone before %s was looked at',
        async (_, begin) => {
          const before = await quietSnapshot();
          const calls = Array.from({ length: 10 }, begin);
          for (const [at, call] of calls.entries()) {
            call.write(Buffer.alloc(50_000));
            setTimeout(() => call.destroy(), at * 3);
          }
          await Promise.all(
            calls.map((call) => new Promise((resolve) => call.once('close', resolve))),
          );
          await untilBackTo(before);
        },
      );
    });

    it('leaves no row where storage fails in the middle, and answers 502', async () => {
      const before = await quietSnapshot();
      const config = await server.prisma.storageConfig.findFirstOrThrow({
        where: { isDefault: true },
      });
      const move = async (bucketName: string) => {
        const data = { bucketName, updatedAt: server.now() };
        await server.prisma.storageConfig.updateMany({ where: { isDefault: true }, data });
        await server.forget();
      };
      await move('no-such-bucket');
      const direct = await putDirect('x.txt', 'x'.repeat(MEBIBYTE));
      expect([direct.status, direct.reply.error]).toEqual([502, 'storage.unavailable']);
      const form = await postForm(formOf(['file', new File(['x'.repeat(MEBIBYTE)], 'x.txt')]));
      expect([form.status, form.reply.error]).toEqual([502, 'storage.unavailable']);
      await move(config.bucketName);
      await server.sweep();
      expect(await snapshot()).toEqual(before);
    });

    it('answers a caller who sends on after a refusal (413)', async () => {
      const call = request(`${server.url}/api/upload-direct/big.bin`, {
        method: 'PUT',
        headers: { authorization: server.authorization },
      });
      const replied = once(call, 'response');
      for (let sent = 0; sent < 64; sent += 1) call.write(Buffer.alloc(MEBIBYTE / 4));
      call.end();
      const [response] = await replied;
      expect([response.statusCode, (await text(response)).includes('too_large')]).toEqual([
        413,
        true,
      ]);
      // Its last bytes may still be on their way when the server closes.
      call.on('error', () => undefined).destroy();
    });
  },
);
