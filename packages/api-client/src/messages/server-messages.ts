import type { Language } from '../messages.ts';
import { fillSentence } from './fill-sentence.ts';
import { type ServerSentence, serverEn } from './server-en.ts';
import { serverZh } from './server-zh.ts';

export type { ServerSentence };

const catalogues: Record<Language, Record<ServerSentence, string>> = { en: serverEn, zh: serverZh };

/**
 * Sentence of a successful reply, in the caller's language. Not published, because clients get it in
 * replies.
 */
export function serverMessage(
  sentence: ServerSentence,
  language: Language,
  details: Readonly<Record<string, unknown>> = {},
): string {
  return fillSentence(catalogues[language][sentence], details);
}
