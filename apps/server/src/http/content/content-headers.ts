import type { FastifyReply } from 'fastify';
import { contentDisposition, sentContentType } from '#files/content-disposition.ts';

const CONTENT_SECURITY_POLICY =
  "sandbox; default-src 'none'; img-src 'self' data:; media-src 'self'; style-src 'unsafe-inline'";

/** Sets headers under which uploaded content can do nothing on our origin (SECURITY 4). */
export function setContentHeaders(
  reply: FastifyReply,
  content: {
    readonly filename: string;
    readonly contentType: string;
    readonly isDownload: boolean;
  },
): void {
  reply
    .header('content-type', sentContentType(content.contentType))
    .header('content-disposition', contentDisposition(content))
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', CONTENT_SECURITY_POLICY)
    .header('cross-origin-resource-policy', 'cross-origin')
    .header('access-control-allow-origin', '*')
    .header('accept-ranges', 'bytes');
}
