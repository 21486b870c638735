import type { FastifyReply } from 'fastify';
import type { ArchivePlan } from '#archives/archives.ts';
import { AppError } from '#errors';
import { type SendCall, sendObject } from './send-object.ts';

interface SentArchive {
  readonly filename: string;
  readonly cacheControl: string;
  /** Called before bytes are sent, with the offset of the first; may refuse them. */
  readonly onOpen?: (start: number) => Promise<void>;
}

/** Serves an archive like a stored file: with HEAD, conditions and ranges. */
export function sendArchive(
  call: SendCall,
  { size, etag, read }: ArchivePlan,
  { filename, cacheControl, onOpen }: SentArchive,
): Promise<FastifyReply> {
  const contentType = 'application/zip';
  const info = { size, etag, contentType, lastModified: undefined };
  return sendObject(call, {
    filename,
    contentType,
    isDownload: true,
    cacheControl,
    head: async () => info,
    open: async (header, signal) => {
      const { start, end } = byteRangeOf(header, size);
      await onOpen?.(start);
      const contentRange = header && `bytes ${start}-${end - 1}/${size}`;
      return {
        ...info,
        body: read({ start, end }, signal),
        contentLength: end - start,
        contentRange,
      };
    },
  });
}

/** @param header a valid single range, as `sendObject` passes it; undefined for the whole archive */
function byteRangeOf(header: string | undefined, size: number) {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  const end = first === '' || last === '' ? size : Math.min(size, Number(last) + 1);
  const start = first === '' && last !== '' ? Math.max(0, size - Number(last)) : Number(first);
  if (start >= size) throw new AppError('request.range_not_satisfiable', { details: { size } });
  return { start, end };
}
