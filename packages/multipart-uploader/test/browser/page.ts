import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { createCrc32Checksum, createSha256Checksum } from '../../src/checksum.ts';
import { createFetchSender } from '../../src/fetch.ts';
import { createIndexedDbStore } from '../../src/indexeddb.ts';
import type { UploaderOptions } from '../../src/options.ts';
import type { UploadTransport } from '../../src/ports.ts';
import { useUpload } from '../../src/react.ts';
import type { Upload } from '../../src/upload.ts';
import { createUploader } from '../../src/uploader.ts';
import { createXhrSender } from '../../src/xhr.ts';

/** What the tests do in the page, by name. */
export interface PageApi {
  /** Uploads the file chosen in the page, else one of that size. */
  start(size: number, options?: PageOptions): void;
  upload: Upload | null;
  /** Settles with null, or with what the error says of itself. */
  outcome(): Promise<{ code: string; message: string; status: number | null } | null>;
  pendingNames(): Promise<string[]>;
  checksums(size: number): Promise<{ crc32: string; sha256: string }>;
  makeBytes(size: number): Uint8Array<ArrayBuffer>;
}

export interface PageOptions
  extends Pick<
    UploaderOptions,
    'stallTimeoutMs' | 'retries' | 'concurrentParts' | 'urlsPerRequest'
  > {
  sender?: 'fetch' | 'xhr';
}

async function call(name: string, body: unknown, signal: AbortSignal): Promise<never> {
  const response = await fetch(`/${name}`, { method: 'POST', body: JSON.stringify(body), signal });
  if (!response.ok) throw Object.assign(new Error(name), { status: response.status });
  return (await response.json()) as never;
}

const transport: UploadTransport = {
  create: (request, signal) => call('create', request, signal),
  signParts: (request, signal) => call('sign', request, signal),
  listParts: (reference, signal) => call('list', reference, signal),
  complete: (request, signal) => call('complete', request, signal),
  abort: (reference, signal) => call('abort', reference, signal),
  headObject: (reference, signal) => call('head', reference, signal),
};

function UploadRow({ upload }: { upload: Upload }) {
  const { state, progress } = useUpload(upload);
  return createElement('output', null, `${state} ${progress.bytes}`);
}

const page: PageApi = {
  upload: null,
  makeBytes(size) {
    return Uint8Array.from({ length: size }, (_, index) => (index * 31 + (index >> 9)) & 255);
  },
  start(size, { sender = 'xhr', ...options } = {}) {
    const send = sender === 'xhr' ? createXhrSender() : createFetchSender();
    const partSize = 256 * 1024;
    const store = createIndexedDbStore();
    const uploader = createUploader({ transport, send, store, partSize, ...options });
    const [chosen] = document.querySelector('input')?.files ?? [];
    const file = chosen ?? new File([page.makeBytes(size)], 'file.bin', { lastModified: 1 });
    const upload = uploader.add(file);
    page.upload = upload;
    const root = document.getElementById('root');
    if (root !== null) createRoot(root).render(createElement(UploadRow, { upload }));
  },
  outcome: async () =>
    page.upload?.done.then(
      () => null,
      ({ code, message, status }) => ({ code, message, status: status ?? null }),
    ) ?? null,
  async pendingNames() {
    const records = await createIndexedDbStore().list();
    return records.map(({ file }) => file.name);
  },
  async checksums(size) {
    const part = new Blob([page.makeBytes(size)]);
    const { signal } = new AbortController();
    const crc32 = await createCrc32Checksum()(part, signal);
    return { crc32, sha256: await createSha256Checksum()(part, signal) };
  },
};

Object.assign(globalThis, { page });
