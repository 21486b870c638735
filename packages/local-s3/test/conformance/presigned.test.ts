import { GetObjectCommand, PutObjectCommand, UploadPartCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { beforeAll, expect, test } from 'vitest';
import { describeTargets } from './describe-targets.ts';

const codeOf = async (response: Response) => /<Code>(.*)<\/Code>/.exec(await response.text())?.[1];

describeTargets('Presigned URLs', (suite) => {
  const putUrl = (Key: string, options = {}, more = {}) =>
    getSignedUrl(suite.s3, new PutObjectCommand({ Bucket: suite.bucket, Key, ...more }), options);
  const getUrl = (Key: string, options = {}, more = {}) =>
    getSignedUrl(suite.s3, new GetObjectCommand({ Bucket: suite.bucket, Key, ...more }), options);

  beforeAll(async () => {
    const input = { Bucket: suite.bucket, Key: 'stored', Body: 'hello', ContentType: 'text/plain' };
    await suite.s3.send(new PutObjectCommand(input));
  });

  test('a browser puts and gets with nothing but the URL', async () => {
    const url = await putUrl('from browser ü.txt');
    expect(url).not.toMatch(/x-amz-checksum/i);
    expect((await fetch(url, { method: 'PUT', body: 'hi' })).status).toBe(200);
    expect(await (await fetch(await getUrl('from browser ü.txt'))).text()).toBe('hi');
  });

  test('a part goes up by its own URL', async () => {
    const input = { Bucket: suite.bucket, Key: 'x', UploadId: 'none', PartNumber: 1 };
    const url = await getSignedUrl(suite.s3, new UploadPartCommand(input));
    const reply = await fetch(url, { method: 'PUT', body: 'hi' });
    expect([reply.status, await codeOf(reply)]).toEqual([404, 'NoSuchUpload']);
  });

  test('a URL is good for its method, key, host and parameters only', async () => {
    const url = await getUrl('stored', {}, { ResponseContentType: 'text/csv' });
    expect((await fetch(url)).headers.get('content-type')).toBe('text/csv');
    const changed = [
      url.replace('/stored', '/other'),
      url.replace('text%2Fcsv', 'text%2Fhtml'),
      url.replace('response-content-type=', 'response-content-language='),
      url.replace(/X-Amz-Signature=.{8}/, 'X-Amz-Signature=00000000'),
      url.replace(/X-Amz-Expires=\d+/, 'X-Amz-Expires=86400'),
      `${url}&response-cache-control=x`,
    ];
    for (const each of changed) {
      const reply = await fetch(each);
      expect([reply.status, await codeOf(reply)], each).toEqual([403, 'SignatureDoesNotMatch']);
    }
    const put = await fetch(url, { method: 'PUT', body: 'x' });
    expect(put.status).toBe(403);
  });

  test('a URL that has expired is refused', async () => {
    const signingDate = new Date(Date.now() - 61_000);
    expect((await fetch(await getUrl('stored', { expiresIn: 60, signingDate }))).status).toBe(403);
    const still = await getUrl('stored', { expiresIn: 120, signingDate });
    expect((await fetch(still)).status).toBe(200);
  });

  test('an unknown access key is refused', async () => {
    const credentials = { accessKeyId: 'nobody', secretAccessKey: 'x' };
    const s3 = suite.target.client({ credentials });
    const input = { Bucket: suite.bucket, Key: 'stored' };
    const reply = await fetch(await getSignedUrl(s3, new GetObjectCommand(input)));
    expect([reply.status, await codeOf(reply)]).toEqual([403, 'InvalidAccessKeyId']);
  });

  test('without a signature nothing is answered', async () => {
    const reply = await fetch((await getUrl('stored')).replace(/\?.*/, ''));
    expect([reply.status, await codeOf(reply)]).toEqual([403, 'AccessDenied']);
  });

  suite.localOnly('rgw 16 lets headers be added that nobody signed')(
    'a header that was not signed cannot be added',
    async () => {
      const headers = { 'x-amz-meta-added': 'x' };
      const reply = await fetch(await putUrl('unsigned'), { method: 'PUT', body: 'x', headers });
      expect([reply.status, await codeOf(reply)]).toEqual([403, 'AccessDenied']);
    },
  );

  suite.localOnly('rgw 16 has no limit of its own')(
    'a lifetime beyond a week, of nothing, or from the future is refused',
    async () => {
      const url = await getUrl('stored');
      for (const expires of ['604801', '0', '-1', 'x']) {
        const reply = await fetch(url.replace(/X-Amz-Expires=\d+/, `X-Amz-Expires=${expires}`));
        const code = await codeOf(reply);
        expect([reply.status, code]).toEqual([400, 'AuthorizationQueryParametersError']);
      }
      const signingDate = new Date(Date.now() + 16 * 60_000);
      const future = await fetch(await getUrl('stored', { signingDate }));
      expect(future.status).toBe(403);
      expect(await future.text()).toContain('not yet valid');
    },
  );
});
