import { copyText } from '@satchel/ui/actions/copy-button';
import type { client } from '#shared/api/client.ts';
import { newLinkOf, showResult, urlOf } from '#shared/shares/result/share-result.ts';

type CreatedText = Awaited<ReturnType<typeof client.textShares.create>>;

/** Shows and copies the link of a new text. */
export function showTextLink(created: CreatedText): void {
  const link = newLinkOf('text', created);
  // Browsers allow it shortly after a click.
  showResult({ link, copying: copyText(urlOf(link)) });
}
