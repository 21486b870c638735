import { readDraft, readLongDraft, writeDraft } from '#shared/markdown/drafts/draft-store.ts';

/** Adds to the text that is being written on Home, while that page is closed. */
export async function addToNewText(text: string): Promise<void> {
  const before = readDraft('home') || (await readLongDraft('home'));
  await writeDraft('home', before === '' ? text : `${before}\n\n${text}`);
}
