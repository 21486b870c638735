import { copyText } from '@satchel/ui/actions/copy-button';
import { showToast } from '@satchel/ui/feedback/toast-store';
import i18next from 'i18next';
import type { ManagedShare } from './managed-share.ts';

/** Copies the link of one share, or the names and links of several, one per line. */
export function copyLinks(shares: readonly Pick<ManagedShare, 'title' | 'url'>[]): void {
  const [first] = shares;
  if (!first) return;
  const lines = shares.map(({ title, url }) => `${title} ${url}`);
  copyText(shares.length === 1 ? first.url : lines.join('\n')).then(
    () => showToast('success', i18next.t('share-lists:linksCopied', { count: shares.length })),
    () => showToast('error', i18next.t('shell:copyFailed')),
  );
}
