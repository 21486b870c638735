import { presignFileShare } from '@satchel/api-client/contract/file-share-uploads';
import {
  getFileShare,
  officePreview,
  unlockFileShare,
  viewFileShare,
} from '@satchel/api-client/contract/file-shares';
import {
  createStorageConfig,
  updateStorageConfig,
} from '@satchel/api-client/contract/storage-configs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { S3_CREDENTIALS, startS3, type TestS3 } from '../../../../test/start-s3.ts';
import { ANY_DATABASE, startServer, type TestServer } from '../../../../test/start-server.ts';
import { type UploadOptions, uploadFile } from '../../../../test/upload-files.ts';

const CDN = 'https://cdn.example.com/files';

describe.each(ANY_DATABASE)('a custom host on %s (CONTRACT F5)', (database) => {
  let server: TestServer;
  let s3: TestS3;
  let configId = '';
  beforeAll(async () => {
    server = await startServer(database);
    s3 = await startS3('bucket');
    ({ id: configId } = await server.api.call(createStorageConfig, {
      body: {
        name: 'Behind a CDN',
        provider_type: 'Other',
        endpoint_url: s3.url,
        bucket_name: 'bucket',
        access_key_id: S3_CREDENTIALS.accessKeyId,
        secret_access_key: S3_CREDENTIALS.secretAccessKey,
        custom_host: `${CDN}/`,
      },
    }));
  });
  afterAll(async () => {
    await server.close();
    await s3.close();
  });

  const share = (options: UploadOptions = {}) =>
    uploadFile(server.api, 'content', {
      filename: "it's a (ß) name.png",
      s3_config_id: configId,
      ...options,
    });
  const view = (slug: string) =>
    server.anonymous.call(viewFileShare, { params: { slug }, query: {} });
  const configure = (body: { custom_host?: string | null; path_style?: boolean }) =>
    server.api.call(updateStorageConfig, { params: { id: configId }, body });
  const keyIn = (url = '') => decodeURIComponent(new URL(url).pathname);
  const signatureOf = (url = '') => new URL(url).searchParams.get('X-Amz-Signature');

  it('shows by an unsigned URL, and downloads by a signed one, of visitors and owners', async () => {
    const { slug, id, storage_path: key } = await share();
    const visited = await view(slug);
    const { urls } = await server.api.call(getFileShare, { params: { id } });
    for (const url of [visited.previewUrl, visited.s3_direct_preview_url, urls.previewUrl]) {
      expect(url).toMatch(/^https:\/\/cdn\.example\.com\/files\/bucket\/[^?#]+$/);
      expect(keyIn(url)).toBe(`/files/bucket/${key}`);
    }
    for (const url of [visited.downloadUrl, visited.s3_direct_download_url, urls.downloadUrl]) {
      expect(url).toMatch(/^https:\/\/cdn\.example\.com\/files\/bucket\/[^?#]+\?/);
      expect(keyIn(url)).toBe(`/files/bucket/${key}`);
      expect(signatureOf(url)).toMatch(/^[0-9a-f]{64}$/);
    }
    expect(visited.proxy_preview_url).toContain(`${server.url}/api/file-view/`);
  });

  it('hands on a signature that the storage takes', async () => {
    const { slug } = await share();
    const { downloadUrl = '' } = await view(slug);
    const atStorage = await fetch(downloadUrl.replace(CDN, s3.url));
    expect([atStorage.status, await atStorage.text()]).toEqual([200, 'content']);
    expect(atStorage.headers.get('content-disposition')).toMatch(/^attachment/);
  });

  it('has the bucket in its path only where the endpoint has', async () => {
    const { slug, storage_path: key } = await share();
    await configure({ path_style: false });
    const { previewUrl } = await view(slug);
    await configure({ path_style: true });
    expect(keyIn(previewUrl)).toBe(`/files/${key}`);
  });

  it.each<[string, UploadOptions]>([
    ['a view limit', { max_views: 5 }],
    ['a password', { password: 'sesame' }],
    ['an end', { expires_in: 1 }],
  ])('is never named for a share with %s', async (_, options) => {
    const { slug, id } = await share(options);
    const visited = options.password
      ? await server.anonymous.call(unlockFileShare, {
          params: { slug },
          body: { password: options.password },
        })
      : await view(slug);
    const owned = await server.api.call(getFileShare, { params: { id } });
    expect(JSON.stringify([visited, owned])).not.toContain('cdn.example.com');
    const { s3_direct_preview_url: direct = '' } = visited;
    expect(new URL(direct).origin).toBe(s3.url);
    const most = options.expires_in ? 3600 : 60;
    expect(Number(new URL(direct).searchParams.get('X-Amz-Expires'))).toBeLessThanOrEqual(most);
    expect(await (await fetch(direct)).text()).toBe('content');
  });

  it('shows nothing that a browser would run, nor what an office viewer reads', async () => {
    const page = await view((await share({ filename: 'page.html' })).slug);
    expect(new URL(page.previewUrl ?? '').origin).toBe(s3.url);
    expect(page.previewUrl).toContain('response-content-type=text%2Fplain');
    expect(page.downloadUrl).toContain('cdn.example.com');
    const { slug } = await share({ filename: 'a.docx' });
    const { url } = await server.anonymous.call(officePreview, { params: { slug }, query: {} });
    expect(new URL(url).origin).toBe(s3.url);
  });

  it('is not used where it is the server itself, nor for uploads', async () => {
    const { slug } = await share();
    await configure({ custom_host: `${server.url}/storage` });
    const { previewUrl = '', downloadUrl = '' } = await view(slug);
    await configure({ custom_host: CDN });
    expect([new URL(previewUrl).origin, new URL(downloadUrl).origin]).toEqual([s3.url, s3.url]);
    const { upload_url } = await server.api.call(presignFileShare, {
      body: { filename: 'a.txt', s3_config_id: configId },
    });
    expect(new URL(upload_url).origin).toBe(s3.url);
  });

  it('goes as soon as it is taken away', async () => {
    const { slug } = await share();
    await configure({ custom_host: '' });
    expect((await view(slug)).previewUrl).toContain(s3.url);
    await configure({ custom_host: CDN });
    expect((await view(slug)).previewUrl).toContain(CDN);
  });
});
