/** Last segment of a name, without characters that keys and file systems cannot hold. */
export function safeName(filename: string): string {
  const base = filename.toWellFormed().normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const name = base.replace(/[\p{Cc}\uFFFE\uFFFF<>:"|?*]/gu, '_').trim();
  return name === '' || name === '.' || name === '..' ? 'file' : name;
}

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
  const characters = [...safeName(plain)].slice(0, TITLE_CHARACTERS);
  while (Buffer.byteLength(characters.join('')) > TITLE_BYTES) characters.pop();
  return characters.join('').replace(/[. ]+$/, '') || fallback;
}
