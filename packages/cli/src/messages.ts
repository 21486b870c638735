import type { Language } from '@satchel/api-client/messages';
import { en } from './messages/en.ts';
import { zh } from './messages/zh.ts';
import { withoutControls } from './terminal/controls.ts';

export type MessageName = keyof typeof en;
export type MessageDetails = Readonly<Record<string, string | number>>;

const catalogues: Record<Language, Record<MessageName, string>> = { en, zh };

/**
 * Returns the sentence of a name in the user's language, with `{name}` replaced from `details`. Those are often
 * names of files, so their control characters are replaced.
 */
export function sentence(
  language: Language,
  name: MessageName,
  details: MessageDetails = {},
): string {
  return catalogues[language][name].replace(/\{(\w+)\}/g, (_, detail: string) =>
    withoutControls(String(details[detail] ?? '')),
  );
}
