/** Whether a text is a valid icon address: a path of this site, an https URL, or a data URL of an image. */
export function isIconAddress(text: string): boolean {
  if (/^\/(?![/\\])/.test(text)) return true;
  if (/^data:image\/[\w.+-]+[;,]/.test(text)) return true;
  return /^https:\/\/[^\s]+$/.test(text) && URL.canParse(text);
}
