import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import type { UploaderOptions } from '../../src/engine/options.ts';
import type { UploadTransport } from '../../src/engine/ports.ts';
import type { Upload } from '../../src/engine/upload.ts';
import { createUploader, type Uploader } from '../../src/engine/uploader.ts';
import { useUpload } from '../../src/react/use-uploader.ts';
import { createFetchSender } from '../../src/senders/fetch.ts';
import { createXhrSender } from '../../src/senders/xhr.ts';
import { createIndexedDbStore } from '../../src/stores/indexeddb.ts';
import { createCrc32Checksum, createSha256Checksum } from '../../src/transports/checksum.ts';

/** Functions that the tests call in the page. */
export interface PageApi {
  /** Uploads the file chosen in the page, otherwise one of that size. */
  start(size: number, options?: PageOptions): void;
  upload: Upload | null;
  /** Resolves to null, or to the fields of the error. */
  outcome(): Promise<{ code: string; message: string; status: number | null } | null>;
  pendingNames(): Promise<string[]>;
  /** Uploads a file of the origin private file system, whose handle outlives the page. */
  startWithHandle(size: number): Promise<void>;
  /** Resumes an upload after a reload, by the stored handle. */
  resumePending(): Promise<void>;
  /** Uploads from a worker; resolves to the number of stored bytes that it reports. */
  uploadInWorker(size: number): Promise<number>;
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

function createPageUploader({ sender = 'xhr', ...options }: PageOptions = {}): Uploader {
  const send = sender === 'xhr' ? createXhrSender() : createFetchSender();
  const store = createIndexedDbStore();
  return createUploader({ transport, send, store, partSize: 256 * 1024, ...options });
}

function UploadRow({ upload }: { upload: Upload }) {
  const { state, progress } = useUpload(upload);
  return createElement('output', null, `${state} ${progress.bytes}`);
}

const page: PageApi = {
  upload: null,
  makeBytes(size) {
    return Uint8Array.from({ length: size }, (_, index) => (index * 31 + (index >> 9)) & 255);
  },
  start(size, options) {
    const uploader = createPageUploader(options);
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
  async startWithHandle(size) {
    const root = await navigator.storage.getDirectory();
    const handle = await root.getFileHandle('file.bin', { create: true });
    const writable = await handle.createWritable();
    await writable.write(page.makeBytes(size));
    await writable.close();
    page.upload = createPageUploader().add(await handle.getFile(), { handle });
  },
  async resumePending() {
    const uploader = createPageUploader();
    for (const { handle } of await uploader.pending()) {
      if (handle !== undefined) page.upload = uploader.add(await handle.getFile(), { handle });
    }
  },
  uploadInWorker(size) {
    const worker = new Worker('/bundle.js', { type: 'module' });
    return new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = ({ message }) => reject(new Error(message));
      worker.postMessage(new File([page.makeBytes(size)], 'file.bin', { lastModified: 1 }));
    });
  },
  async checksums(size) {
    const part = new Blob([page.makeBytes(size)]);
    const { signal } = new AbortController();
    const crc32 = await createCrc32Checksum()(part, signal);
    return { crc32, sha256: await createSha256Checksum()(part, signal) };
  },
};

if ('document' in globalThis) Object.assign(globalThis, { page });
else {
  // Runs as a worker: each message is a file to upload.
  globalThis.onmessage = async ({ data: file }: MessageEvent<File>) => {
    globalThis.postMessage((await createPageUploader().add(file).done).size);
  };
}
