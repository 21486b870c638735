import { storedFileName } from '@satchel/api-client/contract/item-path';

/** Longest name that a title gives, so that a number and an extension fit behind it. */
const TITLE_CHARACTERS = 100;
const TITLE_BYTES = 200;

/**
 * Name from a title or from the name of a person, whose slashes separate no folders.
 *
 * @param fallback name if nothing usable is left
 *
 * @example
 * nameFromTitle('Photos 11/27', 'x'); // 'Photos 11_27'
 */
export function nameFromTitle(title: string, fallback: string): string {
  const plain = title
    .replace(/[/\\]/g, '_')
    .replace(/\p{Bidi_Control}/gu, '')
    .replace(/^[. ]+/, '');
  if (plain === '') return fallback;
  const characters = [...storedFileName(plain)].slice(0, TITLE_CHARACTERS);
  while (Buffer.byteLength(characters.join('')) > TITLE_BYTES) characters.pop();
  return characters.join('').replace(/[. ]+$/, '') || fallback;
}
