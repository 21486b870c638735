import { isIconAddress } from '#shared/site/icon-address.ts';

const OWN_ICON = { href: '/favicon.svg', type: 'image/svg+xml' };

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
