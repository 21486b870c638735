import type {
  appendToUpload,
  createUpload,
  uploadFileShareDirect,
  uploadFileShareForm,
} from '@satchel/api-client/contract/file-share-uploads';
import type { FastifyReply } from 'fastify';
import { envelope } from '#http/contract/envelope.ts';
import type { Call } from '#http/contract/mount-endpoint.ts';
import type { FileSharePresenter } from '../presenter.ts';
import type { Reservation } from './reservations.ts';

type UploadCall =
  | Call<typeof uploadFileShareForm>
  | Call<typeof uploadFileShareDirect>
  | Call<typeof createUpload>
  | Call<typeof appendToUpload>;

/** Reply to a call whose body has become a share. */
export async function replyWithShare(
  call: UploadCall,
  stored: Reservation,
  present: FileSharePresenter,
): Promise<FastifyReply> {
  const { reply, request } = call;
  const data = await present.uploaded(stored, call);
  reply.code(201);
  // Plain text, so that `curl -T` and `curl -F` can print a link (CONTRACT A4).
  if (/^\s*text\/plain\b/.test(request.headers.accept ?? '')) {
    return reply.type('text/plain; charset=utf-8').send(`${data.share_url}\n`);
  }
  return reply.send(envelope(data, 201, request));
}
