import type { UploadTransport } from '../engine/ports.ts';

const STEP_BYTES = 1024 * 1024;

/**
 * Computes the checksum of a part in Base64, as `x-amz-checksum-…` headers want it.
 *
 * @example
 * const checksum: PartChecksum = createSha256Checksum();
 */
export type PartChecksum = (part: Blob, signal: AbortSignal) => Promise<string>;

/**
 * Adds checksums to a transport: `signParts` then gets `checksums` to sign as headers, and `complete` gets
 * the `checksum` of each part. This reads every part one additional time, before its URL is requested.
 *
 * @param transport transport that signs and completes
 * @param checksum {@link createSha256Checksum} or {@link createCrc32Checksum}
 *
 * @example
 * const checked = withChecksums(transport, createSha256Checksum());
 * const uploader = createUploader({ transport: checked, send });
 */
export function withChecksums<Metadata = unknown, Data = unknown>(
  transport: UploadTransport<Metadata, Data>,
  checksum: PartChecksum,
): UploadTransport<Metadata, Data> {
  const known = new Map<string, string>();

  async function checksumOf(
    { uploadId, slice }: { uploadId: string; slice(partNumber: number): Blob },
    partNumber: number,
    signal: AbortSignal,
  ): Promise<string> {
    const name = `${uploadId} ${partNumber}`;
    const value = known.get(name) ?? (await checksum(slice(partNumber), signal));
    known.set(name, value);
    return value;
  }

  return {
    ...(transport.filesPerCall && { filesPerCall: transport.filesPerCall }),
    create: (request, signal) => transport.create(request, signal),
    listParts: (reference, signal) => transport.listParts(reference, signal),
    abort: (reference, signal) => transport.abort(reference, signal),
    ...(transport.headObject && { headObject: transport.headObject.bind(transport) }),
    async signParts(request, signal) {
      const checksums: Record<number, string> = {};
      for (const partNumber of request.partNumbers) {
        checksums[partNumber] = await checksumOf(request, partNumber, signal);
      }
      return transport.signParts({ ...request, checksums }, signal);
    },
    async complete(request, signal) {
      const parts = [];
      for (const part of request.parts) {
        // Recomputes missing checksums, because they are only in memory and a reload loses those of earlier
        // parts.
        parts.push({ ...part, checksum: await checksumOf(request, part.partNumber, signal) });
      }
      const stored = await transport.complete({ ...request, parts }, signal);
      for (const { partNumber } of parts) known.delete(`${request.uploadId} ${partNumber}`);
      return stored;
    },
  };
}

/**
 * SHA-256 of a part in Base64, for `x-amz-checksum-sha256`. The browser computes it off the main thread.
 * Needs a secure context (https or localhost).
 *
 * @example
 * const uploader = createUploader({ transport: withChecksums(transport, createSha256Checksum()), send });
 */
export function createSha256Checksum(): PartChecksum {
  return async (part) => {
    const digest = await crypto.subtle.digest('SHA-256', await part.arrayBuffer());
    return encodeBase64(new Uint8Array(digest));
  };
}

/**
 * CRC-32 of a part in Base64, for `x-amz-checksum-crc32`. A worker computes it if the page allows one (a CSP
 * needs `worker-src blob:`), otherwise the main thread does in steps of 1 MiB between other work.
 *
 * @example
 * const uploader = createUploader({ transport: withChecksums(transport, createCrc32Checksum()), send });
 */
export function createCrc32Checksum(): PartChecksum {
  let worker = startWorker();
  // If the page's CSP forbids the worker, an error event reports it, possibly before the first part.
  worker?.addEventListener('error', () => {
    worker = null;
  });
  return async (part, signal) => {
    const crc = (worker && (await askWorker(worker, part))) ?? (await computeInSteps(part, signal));
    const bytes = new Uint8Array(4);
    new DataView(bytes.buffer).setUint32(0, crc);
    return encodeBase64(bytes);
  };
}

/**
 * Continues a CRC-32 with more bytes. Must not use anything from outside, because the worker is created from
 * its source text.
 */
function continueCrc32(crc: number, bytes: Uint8Array): number {
  const table = new Uint32Array(256).map((_, byte) => {
    let rest = byte;
    for (let bit = 0; bit < 8; bit += 1) rest = (rest >>> 1) ^ (rest & 1 ? 0xedb88320 : 0);
    return rest;
  });
  let rest = ~crc;
  for (const byte of bytes) rest = (table[(rest ^ byte) & 255] ?? 0) ^ (rest >>> 8);
  return ~rest >>> 0;
}

async function computeInSteps(part: Blob, signal: AbortSignal): Promise<number> {
  let crc = 0;
  for (let start = 0; start < part.size; start += STEP_BYTES) {
    signal.throwIfAborted();
    const step = await part.slice(start, start + STEP_BYTES).arrayBuffer();
    crc = continueCrc32(crc, new Uint8Array(step));
  }
  return crc;
}

function startWorker(): Worker | null {
  const source = `const continueCrc32 = ${continueCrc32};
    onmessage = async ({ data: [part, port] }) => {
      try { port.postMessage(continueCrc32(0, new Uint8Array(await part.arrayBuffer()))); }
      catch (error) { port.postMessage(String(error)); }
    };`;
  try {
    return new Worker(URL.createObjectURL(new Blob([source], { type: 'text/javascript' })));
  } catch {
    // Node has no global `Worker`.
    return null;
  }
}

/** CRC-32 of a part from the worker; null if the worker fails, so that the caller computes it. */
async function askWorker(worker: Worker, part: Blob): Promise<number | null> {
  const { port1, port2 } = new MessageChannel();
  // A failing worker never answers, so this listener ends with the question. Other parts use the same worker.
  const over = new AbortController();
  const answer = await new Promise<number | string | null>((resolve) => {
    port1.onmessage = ({ data }: MessageEvent<number | string>) => resolve(data);
    worker.addEventListener('error', () => resolve(null), { signal: over.signal });
    worker.postMessage([part, port2], [port2]);
  });
  over.abort();
  port1.close();
  if (typeof answer === 'string') throw new Error(answer);
  return answer;
}

function encodeBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}
