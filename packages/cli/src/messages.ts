import type { Language } from '@satchel/api-client/messages';
import { en } from './messages/en.ts';
import { zh } from './messages/zh.ts';

export type MessageName = keyof typeof en;
export type MessageDetails = Readonly<Record<string, string | number>>;

const catalogues: Record<Language, Record<MessageName, string>> = { en, zh };

/** Returns the sentence of a name in the user's language, with `{name}` replaced from `details`. */
export function sentence(
  language: Language,
  name: MessageName,
  details: MessageDetails = {},
): string {
  return catalogues[language][name].replace(/\{(\w+)\}/g, (_, detail: string) =>
    String(details[detail] ?? ''),
  );
}
