/**
 * Converts typed extensions with any separators to the stored format: lower case, without dots and
 * duplicates, separated by commas.
 */
export function toExtensionList(text: string): string {
  const extensions = text
    .toLowerCase()
    .split(/[\s,;，；、]+/)
    .map((extension) => extension.replace(/^\*?\.+/, ''));
  return [...new Set(extensions.filter(Boolean))].join(',');
}

/** Returns entries that are not extensions. Extensions contain only letters and digits. */
export function invalidExtensionsOf(text: string): string[] {
  return toExtensionList(text)
    .split(',')
    .filter((extension) => extension && !/^[a-z0-9]+$/.test(extension));
}
