import { setContentHeaders } from '../content-headers.ts';
import { isFresh } from '../share-content.ts';
import type { SendCall } from './send-object.ts';

/** Thumbnail as a route serves it. */
interface SentThumbnail {
  /** Name of the image that it shows. */
  readonly filename: string;
  readonly etag: string;
  /** WebP. */
  read(signal: AbortSignal): Promise<Buffer>;
}

/** Lets only the caller's browser cache it, which revalidates each time. */
export async function sendThumbnail(
  { request, reply, signal, isHead }: SendCall,
  thumbnail: SentThumbnail,
) {
  const { filename, etag } = thumbnail;
  const isKnown = isFresh(request, etag);
  const bytes = isKnown ? undefined : await thumbnail.read(signal);
  setContentHeaders(reply, {
    filename: `${filename}.webp`,
    contentType: 'image/webp',
    isDownload: false,
  });
  reply
    .header('accept-ranges', 'none')
    .header('cache-control', 'private, no-cache')
    .header('etag', etag);
  if (!bytes) return reply.code(304).send();
  reply.header('content-length', bytes.length);
  return reply.send(isHead ? undefined : bytes);
}
