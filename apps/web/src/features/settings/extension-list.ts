/**
 * Extensions as somebody types them, one after another with anything between, as the list that is
 * stored: small letters, no dots, none twice, parted by commas.
 */
export function toExtensionList(text: string): string {
  const extensions = text
    .toLowerCase()
    .split(/[\s,;，；、]+/)
    .map((extension) => extension.replace(/^\*?\.+/, ''));
  return [...new Set(extensions.filter(Boolean))].join(',');
}

/** Entries of a list that are not extensions; those have letters and digits only. */
export function invalidExtensionsOf(text: string): string[] {
  return toExtensionList(text)
    .split(',')
    .filter((extension) => extension && !/^[a-z0-9]+$/.test(extension));
}
