/** Last segment of a name, without characters that keys and file systems cannot hold. */
export function safeName(filename: string): string {
  const base = filename.toWellFormed().normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const name = base.replace(/[\p{Cc}\uFFFE\uFFFF<>:"|?*]/gu, '_').trim();
  return name === '' || name === '.' || name === '..' ? 'file' : name;
}
