import {
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteBucketCorsCommand,
  GetBucketCorsCommand,
  GetBucketLocationCommand,
  GetBucketVersioningCommand,
  HeadBucketCommand,
  ListBucketsCommand,
  PutBucketCorsCommand,
  PutBucketTaggingCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { expect, test } from 'vitest';
import { describeTargets, failureOf } from './describe-targets.ts';

const ORIGIN = 'https://app.example.com';

describeTargets('Buckets', (suite) => {
  test('a bucket is made, found, listed, and deleted once it is empty', async () => {
    const Bucket = await suite.target.createBucket();
    await suite.s3.send(new HeadBucketCommand({ Bucket }));
    const names = async () =>
      (await suite.s3.send(new ListBucketsCommand({}))).Buckets?.map(({ Name }) => Name);
    expect(await names()).toContain(Bucket);
    await suite.s3.send(new PutObjectCommand({ Bucket, Key: 'x', Body: 'x' }));
    const remove = () => suite.s3.send(new DeleteBucketCommand({ Bucket }));
    expect(await failureOf(remove())).toEqual({ code: 'BucketNotEmpty', status: 409 });
    const empty = await suite.target.createBucket();
    await suite.s3.send(new DeleteBucketCommand({ Bucket: empty }));
    expect(await names()).not.toContain(empty);
    expect((await failureOf(suite.s3.send(new HeadBucketCommand({ Bucket: empty })))).status).toBe(
      404,
    );
    const again = suite.s3.send(new DeleteBucketCommand({ Bucket: empty }));
    expect(await failureOf(again)).toEqual({ code: 'NoSuchBucket', status: 404 });
  });

  suite.localOnly('rgw answers 200, as us-east-1 does')(
    'a bucket of one’s own is not made twice',
    async () => {
      const again = suite.s3.send(new CreateBucketCommand({ Bucket: suite.bucket }));
      expect(await failureOf(again)).toEqual({ code: 'BucketAlreadyOwnedByYou', status: 409 });
    },
  );

  test.each(['ab', 'Upper', 'under_score', 'dot..dot', '-dash'])(
    '%s is no name',
    async (Bucket) => {
      const create = suite.s3.send(new CreateBucketCommand({ Bucket }));
      expect((await failureOf(create)).status).toBe(400);
    },
  );

  suite.localOnly('rgw names its zone group')('location and versioning are answered', async () => {
    const { bucket: Bucket } = suite;
    const location = await suite.s3.send(new GetBucketLocationCommand({ Bucket }));
    expect(location.LocationConstraint || undefined).toBeUndefined();
    const versioning = await suite.s3.send(new GetBucketVersioningCommand({ Bucket }));
    expect(versioning.Status).toBeUndefined();
  });

  suite.localOnly('rgw has bucket tagging')('what is not there is NotImplemented', async () => {
    const input = { Bucket: suite.bucket, Tagging: { TagSet: [{ Key: 'a', Value: 'b' }] } };
    const tagging = suite.s3.send(new PutBucketTaggingCommand(input));
    expect(await failureOf(tagging)).toEqual({ code: 'NotImplemented', status: 501 });
  });

  test('CORS rules are kept, answered and deleted', async () => {
    const Bucket = await suite.target.createBucket();
    const get = () => suite.s3.send(new GetBucketCorsCommand({ Bucket }));
    expect((await failureOf(get())).code).toBe('NoSuchCORSConfiguration');
    const rule = {
      AllowedOrigins: [ORIGIN, 'https://*.example.org'],
      AllowedMethods: ['GET', 'PUT'],
      AllowedHeaders: ['*'],
      ExposeHeaders: ['ETag'],
      MaxAgeSeconds: 60,
    };
    const CORSConfiguration = { CORSRules: [rule] };
    await suite.s3.send(new PutBucketCorsCommand({ Bucket, CORSConfiguration }));
    const stored = (await get()).CORSRules?.[0];
    expect(stored?.AllowedOrigins?.toSorted()).toEqual(rule.AllowedOrigins.toSorted());
    expect(stored).toMatchObject({
      AllowedHeaders: ['*'],
      ExposeHeaders: ['ETag'],
      MaxAgeSeconds: 60,
    });
    await suite.s3.send(new DeleteBucketCorsCommand({ Bucket }));
    expect((await failureOf(get())).code).toBe('NoSuchCORSConfiguration');
  });

  test('the rules decide what a browser may do', async () => {
    const Bucket = await suite.target.createBucket();
    const rule = {
      AllowedOrigins: [ORIGIN, 'https://*.example.org'],
      AllowedMethods: ['GET', 'PUT'],
      AllowedHeaders: ['Content-*'],
      ExposeHeaders: ['ETag'],
      MaxAgeSeconds: 60,
    };
    const CORSConfiguration = { CORSRules: [rule] };
    await suite.s3.send(new PutBucketCorsCommand({ Bucket, CORSConfiguration }));
    const url = await getSignedUrl(suite.s3, new PutObjectCommand({ Bucket, Key: 'x' }));
    const preflight = (origin: string, method: string, header = 'content-type') => {
      const headers = {
        origin,
        'access-control-request-method': method,
        'access-control-request-headers': header,
      };
      return fetch(url, { method: 'OPTIONS', headers });
    };
    const allowed = await preflight(ORIGIN, 'PUT');
    expect(allowed.status).toBe(200);
    expect(allowed.headers.get('access-control-allow-origin')).toBe(ORIGIN);
    expect(allowed.headers.get('access-control-allow-methods')).toContain('PUT');
    expect(allowed.headers.get('access-control-allow-headers')).toContain('content-type');
    expect(allowed.headers.get('access-control-max-age')).toBe('60');
    expect((await preflight('https://a.example.org', 'GET')).status).toBe(200);
    expect((await preflight('https://evil.example', 'PUT')).status).toBe(403);
    expect((await preflight(ORIGIN, 'DELETE')).status).toBe(403);
    expect((await preflight(ORIGIN, 'PUT', 'x-evil')).status).toBe(403);

    const put = (origin: string) =>
      fetch(url, { method: 'PUT', body: 'hello', headers: { origin } });
    const reply = await put(ORIGIN);
    expect(reply.headers.get('access-control-allow-origin')).toBe(ORIGIN);
    expect(reply.headers.get('access-control-expose-headers')).toContain('ETag');
    expect(
      (await put('https://evil.example')).headers.get('access-control-allow-origin'),
    ).toBeNull();
  });
});
