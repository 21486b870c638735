const OWN_ICON = { href: '/favicon.svg', type: 'image/svg+xml' };

/** Whether a text is a valid icon address: a path of this site, an https URL, or a data URL of an image. */
export function isIconAddress(text: string): boolean {
  if (/^\/(?![/\\])/.test(text)) return true;
  if (/^data:image\/[\w.+-]+[;,]/.test(text)) return true;
  return /^https:\/\/[^\s]+$/.test(text) && URL.canParse(text);
}

/** Sets the favicon; the app's own icon if the address is invalid. */
export function showFavicon(address: string): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (!link) return;
  const isOwn = !isIconAddress(address);
  const href = isOwn ? OWN_ICON.href : address;
  if (link.getAttribute('href') === href) return;
  if (isOwn) link.type = OWN_ICON.type;
  else link.removeAttribute('type');
  link.href = href;
}
