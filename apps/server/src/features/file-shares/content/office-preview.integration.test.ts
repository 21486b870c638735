import {
  getFileShare,
  officePreview,
  updateFileShare,
  viewFileShare,
} from '@satchel/api-client/contract/file-shares';
import { updateSettingGroup } from '@satchel/api-client/contract/settings';
import type { EndpointInput } from '@satchel/api-client/endpoint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SHARE_SYSTEMS, startShareServer } from '../../../../test/share-systems.ts';
import { startServer, type TestServer } from '../../../../test/start-server.ts';
import { type UploadOptions, uploadFile } from '../../../../test/upload-files.ts';

const HOUR_MS = 3_600_000;
const READERS = 50;
const CONTENT = 'the bytes of a document';
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

type Query = EndpointInput<typeof officePreview>['query'];

describe.each(SHARE_SYSTEMS)(
  'office previews on %s with %s (SPEC 9, CONTRACT A3, F4)',
  (database, store) => {
    let server: TestServer;
    beforeAll(async () => {
      server = await startShareServer([database, store]);
    });
    afterAll(() => server.close());

    const share = (options: UploadOptions = {}) =>
      uploadFile(server.api, CONTENT, { filename: 'report.docx', ...options });
    const preview = (slug: string, query: Query = {}) =>
      server.anonymous.call(officePreview, { params: { slug }, query });
    const ask = (slug: string, init: RequestInit = {}, search = '') =>
      fetch(`${server.url}/api/office-preview/${slug}${search}`, init);
    const viewsOf = async (id: string) =>
      (await server.api.call(getFileShare, { params: { id } })).views;
    const grantOf = (url = '') => new URL(url).searchParams.get('grant') ?? '';
    const secondsOf = (url: string) => Number(new URL(url).searchParams.get('X-Amz-Expires'));

    it('hand out a signed URL of the document, in an envelope', async () => {
      const { slug, id } = await share();
      const shown = await preview(slug);
      expect(shown).toMatchObject({
        filename: 'report.docx',
        mimetype: DOCX,
        expires_in: 3600,
        is_temporary: true,
      });
      expect(secondsOf(shown.url)).toBe(3600);
      const file = await fetch(shown.url);
      expect([file.status, await file.text()]).toEqual([200, CONTENT]);
      expect(file.headers.get('content-type')).toBe(DOCX);
      expect(file.headers.get('content-disposition')).toContain('filename="report.docx"');
      expect(await viewsOf(id)).toBe(1);
      const response = await ask(slug);
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(await response.json()).toMatchObject({ success: true, code: 200 });
    });

    it.each([1, 120, 604_800])('last for as long as is asked for: %s seconds', async (seconds) => {
      const { slug } = await share();
      const { url, expires_in: said } = await preview(slug, { expires_in: seconds });
      expect([said, secondsOf(url)]).toEqual([seconds, seconds]);
    });

    it.each(['0', '-1', '604801', '1.5', 'x', ''])('refuse %j seconds', async (expires_in) => {
      const { slug, id } = await share({ max_views: 1 });
      // The types would refuse some of these values.
      await expect(preview(slug, { expires_in: expires_in as '0' })).rejects.toMatchObject({
        code: 'request.invalid',
        status: 400,
      });
      expect(await viewsOf(id)).toBe(0);
    });

    it('never outlast the share', async () => {
      const { slug } = await share({ expires_in: 0.5 });
      const { url, expires_in } = await preview(slug, { expires_in: 86_400 });
      expect(expires_in).toBe(secondsOf(url));
      expect(expires_in).toBeLessThanOrEqual(1800);
      expect(expires_in).toBeGreaterThan(1700);
    });

    it('of a limited or protected share last a minute at most', async () => {
      const limited = await share({ max_views: 5 });
      const guarded = await share({ password: 'sesame' });
      for (const [slug, query] of [
        [limited.slug, {}],
        [limited.slug, { expires_in: 3600 }],
        [guarded.slug, { password: 'sesame', expires_in: 3600 }],
      ] as const) {
        const { url, expires_in } = await preview(slug, query);
        expect([expires_in, secondsOf(url)]).toEqual([60, 60]);
        expect(await (await fetch(url)).text()).toBe(CONTENT);
      }
      expect((await preview(limited.slug, { expires_in: 5 })).expires_in).toBe(5);
    });

    it('go through the server where the share does, for as long as they say', async () => {
      const { slug, id } = await share({ use_proxy: true });
      const { url, expires_in } = await preview(slug, { expires_in: 86_400 });
      expect(expires_in).toBe(3600);
      expect(url).toContain(`/api/file-view/${slug}?grant=`);
      expect((await preview(slug, { expires_in: 90 })).expires_in).toBe(90);
      expect(await viewsOf(id)).toBe(2);
      expect(await (await fetch(url)).text()).toBe(CONTENT);
      expect(await viewsOf(id)).toBe(2);

      const limited = await share({ use_proxy: true, max_views: 1 });
      const short = await preview(limited.slug, { expires_in: 90 });
      server.moveClock(89_000);
      expect((await fetch(short.url)).status).toBe(200);
      server.moveClock(2000);
      expect((await fetch(short.url)).status).toBe(410);
    });

    it('spend the one view of a share exactly once', async () => {
      const { slug, id } = await share({ max_views: 1 });
      const replies = await Promise.all(Array.from({ length: READERS }, () => ask(slug)));
      const statuses = replies.map(({ status }) => status);
      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
      expect(statuses.filter((status) => status === 410)).toHaveLength(READERS - 1);
      expect(await viewsOf(id)).toBe(1);
      await expect(preview(slug)).rejects.toMatchObject({
        code: 'file_shares.used_up',
        status: 410,
      });
    });

    it('spend nothing with a grant, on HEAD, and where they are refused', async () => {
      const { slug, id } = await share({ max_views: 1, password: 'sesame' });
      expect((await ask(slug, { method: 'HEAD' }, '?password=sesame')).status).toBe(200);
      await expect(preview(slug)).rejects.toMatchObject({ code: 'file_shares.password_required' });
      await expect(preview(slug, { password: 'wrong' })).rejects.toMatchObject({
        code: 'file_shares.wrong_password',
        status: 401,
      });
      await expect(preview(slug, { grant: 'forged.grant' })).rejects.toMatchObject({ status: 401 });
      expect(await viewsOf(id)).toBe(0);

      const open = await share({ max_views: 1 });
      const { proxy_preview_url: url } = await server.anonymous.call(viewFileShare, {
        params: { slug: open.slug },
        query: {},
      });
      const shown = await preview(open.slug, { grant: grantOf(url) });
      expect(await (await fetch(shown.url)).text()).toBe(CONTENT);
      expect(await viewsOf(open.id)).toBe(1);
      await server.api.call(updateFileShare, { params: { id: open.id }, body: { remark: 'x' } });
      await expect(preview(open.slug, { grant: grantOf(url) })).rejects.toMatchObject({
        code: 'file_shares.used_up',
      });
    });

    it('take the password in the header too, and never write it down (SECURITY 11)', async () => {
      const logged = await startServer(database, { LOG_LEVEL: 'debug' });
      try {
        const { slug } = await uploadFile(logged.api, CONTENT, {
          filename: 'a.docx',
          password: 'sesame',
        });
        const address = `${logged.url}/api/office-preview/${slug}`;
        const headers = { 'x-share-password': 'sesame' };
        expect((await fetch(address, { headers })).status).toBe(200);
        const reply = await fetch(`${address}?password=sesame`);
        const { data } = (await reply.json()) as { data: { url: string } };
        expect(logged.logs.some((line) => line.includes('office-preview'))).toBe(true);
        for (const secret of [
          'sesame',
          new URL(data.url).searchParams.get('X-Amz-Signature') ?? '',
        ]) {
          expect(logged.logs.join('\n')).not.toContain(secret);
        }
      } finally {
        await logged.close();
      }
    });

    it('guard a password against guessing (SECURITY 6)', async () => {
      const { slug } = await share({ password: 'sesame' });
      for (let attempt = 0; attempt < 10; attempt += 1) {
        await expect(preview(slug, { password: `no ${attempt}` })).rejects.toBeTruthy();
      }
      await expect(preview(slug, { password: 'sesame' })).rejects.toMatchObject({
        code: 'auth.throttled',
        status: 429,
      });
      server.moveClock(301_000);
      await expect(preview(slug, { password: 'sesame' })).resolves.toBeTruthy();
    });

    it.each(['doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx', 'rtf', 'DOCX'])(
      'are made of .%s',
      async (extension) => {
        const { slug } = await share({ filename: `file.${extension}` });
        await expect(preview(slug)).resolves.toMatchObject({ filename: `file.${extension}` });
      },
    );

    it.each(['a.pdf', 'a.txt', 'a.docx.html', 'a.odt', 'docx.png', 'a'])(
      'are not made of %s, and cost nothing',
      async (filename) => {
        const { slug, id } = await share({ filename, max_views: 1 });
        await expect(preview(slug)).rejects.toMatchObject({
          code: 'file_shares.not_office',
          status: 400,
        });
        expect(await viewsOf(id)).toBe(0);
      },
    );

    it('follow the list of the settings', async () => {
      const { slug } = await share({ filename: 'a.odt' });
      const set = (preview_office_types: string) =>
        server.api.call(updateSettingGroup, {
          params: { group: '2' },
          query: {},
          body: { preview_office_types },
        });
      await set('odt,docx');
      await expect(preview(slug)).resolves.toMatchObject({ filename: 'a.odt' });
      await set('doc,docx,xls,xlsx,ppt,pptx,rtf');
      await expect(preview(slug)).rejects.toMatchObject({ code: 'file_shares.not_office' });
    });

    it('know nothing of shares that are not there or over', async () => {
      await expect(preview('nowhere')).rejects.toMatchObject({
        code: 'file_shares.not_found',
        status: 404,
      });
      const { slug } = await share({ expires_in: 1 });
      server.moveClock(HOUR_MS + 1000);
      await expect(preview(slug)).rejects.toMatchObject({
        code: 'file_shares.expired',
        status: 410,
      });
    });
  },
);
