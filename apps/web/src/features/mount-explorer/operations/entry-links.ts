import { copyText } from '@satchel/ui/actions/copy-button';
import { showToast } from '@satchel/ui/feedback/toast-store';
import i18next from 'i18next';
import { client } from '#shared/api/client.ts';
import { serverNow } from '#shared/environment/server-clock.ts';
import { showErrorToast } from '#shared/errors/show-error-toast.ts';
import { formatRelativeTime } from '#shared/format/format-time.ts';
import { languageFrom } from '#shared/i18n/language.ts';

/** Copies a temporary link to the file's content, which works without a login. */
export async function copyEntryLink(path: string): Promise<void> {
  try {
    const link = await client.fs.link({ query: { path } });
    const ends = formatRelativeTime(link.expiresAt, serverNow(), languageFrom(i18next.language));
    await copyText(link.presignedUrl).then(
      () => showToast('success', i18next.t('explorer:link.copied', { ends })),
      () => showToast('error', i18next.t('shell:copyFailed')),
    );
  } catch (error) {
    showErrorToast(error);
  }
}

/** Downloads one file through the browser, which needs no memory of the page. */
export async function downloadEntry(path: string): Promise<void> {
  try {
    const { download_url } = await client.fs.get({ query: { path } });
    if (!download_url) return;
    const link = document.createElement('a');
    link.href = download_url;
    link.download = '';
    link.rel = 'noopener';
    link.click();
  } catch (error) {
    showErrorToast(error);
  }
}
