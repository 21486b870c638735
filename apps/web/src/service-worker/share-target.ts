import { database } from '#shared/offline/database.ts';

/** Where the system's share sheet posts to: `share_target` of the manifest. */
export const SHARE_TARGET = '/share-target';
/** More than anybody shares at once; a page of another site may post here, too. */
const MAX_FILES = 100;

/** Keeps what the share sheet has sent, and opens the page that offers to share it. */
export async function receiveShare(request: Request): Promise<Response> {
  const form = await request.formData();
  const parts = ['title', 'text', 'url'].map((name) => String(form.get(name) ?? '').trim());
  const files = form.getAll('files').filter((entry) => entry instanceof File && entry.size > 0);
  await database.incoming.add({
    text: withoutRepetitions(parts).join('\n'),
    files: (files as File[]).slice(0, MAX_FILES),
    receivedAtMs: Date.now(),
  });
  return Response.redirect(files.length > 0 ? '/upload' : '/', 303);
}

/** Programs repeat themselves: the text often has the link in it, or is the title again. */
export function withoutRepetitions(parts: readonly string[]): string[] {
  return parts.filter(
    (part, index) =>
      part !== '' &&
      !parts.some((other, at) => (other === part ? at < index : other.includes(part))),
  );
}
