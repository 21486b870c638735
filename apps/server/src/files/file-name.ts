const MAX_NAME_BYTES = 255;

/** Last segment of a name, without characters that keys and file systems cannot hold. */
export function safeName(filename: string): string {
  const base = filename.toWellFormed().normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const name = base.replace(/[\p{Cc}\uFFFE\uFFFF<>:"|?*]/gu, '_').trim();
  return name === '' || name === '.' || name === '..' ? 'file' : name;
}

/** Inserts a suffix before the extension, and shortens the name if it would be too long. */
export function withSuffix(name: string, suffix: string): string {
  const dot = name.lastIndexOf('.');
  const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  let short = stem;
  while (Buffer.byteLength(short + suffix + extension) > MAX_NAME_BYTES && short.length > 0) {
    short = short.slice(0, -1).replace(/[\uD800-\uDBFF]$/, '');
  }
  return short + suffix + extension;
}
