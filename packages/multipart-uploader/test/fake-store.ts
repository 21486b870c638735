import { createHash } from 'node:crypto';
import type {
  Clock,
  ListedPart,
  PartSender,
  SignedParts,
  StoredObject,
  UploadTransport,
} from '../src/engine/ports.ts';
import { resumeUpload } from '../src/stores/resume.ts';
import type { StoredUpload, UploadStore } from '../src/stores/upload-store.ts';

/** Fault of one request. A `lost` request takes effect, but its answer never arrives. */
export type Fault =
  | 'drop'
  | 'lost'
  | 'hang'
  | 'hangAfter'
  | 'gone'
  | 'noEtag'
  | { status: number; retryAfter?: string };

export type Operation = 'create' | 'sign' | 'list' | 'put' | 'complete' | 'head' | 'abort';

interface FakeObject {
  bytes: Buffer;
  etag: string;
  lastModifiedMs: number;
}

interface FakeUpload {
  key: string;
  parts: Map<number, { bytes: Buffer; etag: string }>;
}

class StatusError extends Error {
  readonly status: number;
  readonly code: string | undefined;
  readonly retryAfterMs: number | undefined;
  constructor(status: number, code?: string, retryAfterMs?: number) {
    super(`status ${status}`);
    this.status = status;
    this.code = code;
    this.retryAfterMs = retryAfterMs;
  }
}

export interface FakeStore {
  readonly transport: Required<Omit<UploadTransport, 'filesPerCall'>>;
  readonly send: PartSender;
  readonly objects: Map<string, FakeObject>;
  readonly uploads: Map<string, FakeUpload>;
  /** All requests that arrived, as `put 3`, `sign 1,2,3`. */
  readonly log: string[];
  /** Number of concurrent PUTs: now, and the maximum so far. */
  readonly puts: { now: number; most: number };
  /** Called for each request. */
  faultFor: (operation: Operation, partNumber?: number) => Fault | undefined;
  urlLifetimeMs: number | undefined;
  /** Number of milliseconds by which the store's clock is ahead. */
  skewMs: number;
  /** Called in the middle of each PUT. */
  onPut: (partNumber: number, report: (bytes: number) => void) => Promise<void> | void;
}

export function md5(bytes: Uint8Array): string {
  return createHash('md5').update(bytes).digest('hex');
}

/** Creates an S3 in memory behind a signing server, with configurable faults. */
export function createFakeStore(clock: Clock): FakeStore {
  const objects = new Map<string, FakeObject>();
  const uploads = new Map<string, FakeUpload>();
  const log: string[] = [];
  let lastId = 0;

  async function request<T>(
    operation: Operation,
    signal: AbortSignal,
    effect: () => T,
    partNumber?: number,
  ): Promise<T> {
    const fault = store.faultFor(operation, partNumber);
    if (fault === 'gone') uploads.clear();
    if (fault === 'drop') throw new TypeError('network');
    if (fault === 'hang') return untilAborted(signal);
    if (typeof fault === 'object' && operation !== 'put') {
      const seconds = fault.retryAfter === undefined ? undefined : Number(fault.retryAfter) * 1000;
      throw new StatusError(fault.status, undefined, seconds);
    }
    const result = effect();
    if (fault === 'lost') throw new TypeError('network');
    if (fault === 'hangAfter') return untilAborted(signal);
    return result;
  }

  function find(uploadId: string): FakeUpload {
    const upload = uploads.get(uploadId);
    if (upload === undefined) throw new StatusError(404, 'NoSuchUpload');
    return upload;
  }

  function sign(uploadId: string, numbers: readonly number[]): SignedParts {
    const { urlLifetimeMs } = store;
    const until =
      urlLifetimeMs === undefined ? '' : `${clock.now() + store.skewMs + urlLifetimeMs}`;
    const urls = numbers.map((partNumber) => ({
      partNumber,
      url: `fake://${uploadId}/${partNumber}?${until}#${++lastId}`,
    }));
    return { urls, ...(urlLifetimeMs !== undefined && { expiresInMs: urlLifetimeMs }) };
  }

  const transport: Required<Omit<UploadTransport, 'filesPerCall'>> = {
    create: ({ file, metadata }, signal) =>
      request('create', signal, () => {
        log.push('create');
        const uploadId = `u${++lastId}`;
        const key = `${String(metadata ?? '')}${file.name}`;
        uploads.set(uploadId, { key, parts: new Map() });
        return { uploadId, key };
      }),
    signParts: ({ uploadId, partNumbers }, signal) =>
      request('sign', signal, () => {
        log.push(`sign ${partNumbers.join()}`);
        return sign(uploadId, partNumbers);
      }),
    listParts: ({ uploadId }, signal) =>
      request('list', signal, () => {
        log.push('list');
        return [...find(uploadId).parts].map(
          ([partNumber, part]): ListedPart => ({
            partNumber,
            size: part.bytes.length,
            etag: part.etag,
          }),
        );
      }),
    complete: ({ uploadId, key, parts }, signal) =>
      request('complete', signal, () => {
        log.push('complete');
        const upload = find(uploadId);
        const chosen = parts.map(({ partNumber, etag }) => {
          const part = upload.parts.get(partNumber);
          if (part?.etag !== etag) throw new StatusError(400, 'InvalidPart');
          return part;
        });
        const bytes = Buffer.concat(chosen.map((part) => part.bytes));
        const etag = `"${md5(bytes)}-${parts.length}"`;
        objects.set(key, { bytes, etag, lastModifiedMs: clock.now() + store.skewMs });
        uploads.delete(uploadId);
        return { size: bytes.length, etag };
      }),
    abort: ({ uploadId }, signal) =>
      request('abort', signal, () => {
        log.push('abort');
        uploads.delete(uploadId);
      }),
    headObject: ({ key }, signal) =>
      request('head', signal, (): StoredObject | null => {
        log.push('head');
        const object = objects.get(key);
        return object === undefined ? null : { ...object, size: object.bytes.length };
      }),
  };

  const send: PartSender = {
    reportsProgress: true,
    async put({ url, body, signal, onProgress }) {
      const [, uploadId = '', number, until] = /^fake:\/\/(\w+)\/(\d+)\?(\d*)/.exec(url) ?? [];
      const partNumber = Number(number);
      // Checks the expiry when the request arrives, like S3.
      const isExpired = Boolean(until) && clock.now() + store.skewMs > Number(until);
      store.puts.now += 1;
      store.puts.most = Math.max(store.puts.most, store.puts.now);
      log.push(`put ${partNumber}`);
      try {
        const bytes = Buffer.from(await body.arrayBuffer());
        await store.onPut(partNumber, onProgress);
        signal.throwIfAborted();
        const fault = store.faultFor('put', partNumber);
        const answer = (status: number, headers: Record<string, string> = {}) => ({
          status,
          headers: new Headers({
            ...headers,
            date: new Date(clock.now() + store.skewMs).toUTCString(),
          }),
        });
        if (isExpired) return answer(403);
        if (typeof fault === 'object') {
          return answer(fault.status, fault.retryAfter ? { 'retry-after': fault.retryAfter } : {});
        }
        const replay: Fault | undefined = fault === 'noEtag' ? undefined : fault;
        if (replay === 'gone') uploads.clear();
        if (replay === 'drop') throw new TypeError('network');
        if (replay === 'hang') return await untilAborted(signal);
        const upload = uploads.get(uploadId);
        if (upload === undefined) return answer(404);
        const etag = `"${md5(bytes)}"`;
        upload.parts.set(partNumber, { bytes, etag });
        if (replay === 'lost') throw new TypeError('network');
        if (replay === 'hangAfter') return await untilAborted(signal);
        return answer(200, fault === 'noEtag' ? {} : { etag });
      } finally {
        store.puts.now -= 1;
      }
    },
  };

  const store: FakeStore = {
    ...{ transport, send, objects, uploads, log },
    puts: { now: 0, most: 0 },
    faultFor: () => undefined,
    urlLifetimeMs: undefined,
    skewMs: 0,
    onPut: () => {},
  };
  return store;
}

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(new DOMException('cut', 'AbortError')));
  });
}

/** Creates a store that copies its records, as a browser's database would. */
export function createMemoryStore(): UploadStore {
  const records = new Map<string, StoredUpload>();
  return {
    resume: resumeUpload,
    get: async (id) => structuredClone(records.get(id)),
    set: async (record) => void records.set(record.id, structuredClone(record)),
    delete: async (id) => void records.delete(id),
    list: async () => structuredClone([...records.values()]),
  };
}
