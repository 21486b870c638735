import { readDraft, readLongDraft, writeDraft } from '#shared/markdown/drafts/draft-store.ts';

/** Appends to the draft of Home while that page is closed. */
export async function addToNewText(text: string): Promise<void> {
  const before = readDraft('home') || (await readLongDraft('home'));
  await writeDraft('home', before === '' ? text : `${before}\n\n${text}`);
}
