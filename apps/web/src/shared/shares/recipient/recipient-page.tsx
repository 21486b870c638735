import { isDocked, useToastInset } from '@satchel/ui/actions/use-toast-inset';
import { Notice } from '@satchel/ui/feedback/notice';
import { TriangleAlert } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyTextButton } from '#shared/browser/copy-text-button.tsx';
import { plainName } from '#shared/format/plain-name.ts';

export interface RecipientPageProps {
  title: string;
  /** Name of the sender. */
  sender?: string | null;
  /** Message of the sender in plain text. */
  message?: string | null;
  /** Kind and size, such as "3 files, 12 MB". */
  summary: ReactNode;
  /** Warning above the page, such as that this was the last visit. */
  warning?: ReactNode;
  facts?: ReactNode;
  /** The one main button; undefined while there is nothing to download or copy. */
  action?: ReactNode;
  /** Further, quiet actions. */
  more?: ReactNode;
  /** Address that a button copies, on wide screens only: phones have their own way to share a page. */
  link?: { url: string; label: string } | undefined;
  /** Actions of the owner. */
  ownerActions?: ReactNode;
  children: ReactNode;
}

/**
 * Frame of the page of every link: the content, and a card with what the recipient wants to know about it.
 * From 1100 px the card is beside the content; below, the facts come first and the main button is fixed.
 */
export function RecipientPage(props: RecipientPageProps) {
  const { title, sender, message, summary, warning, facts, action } = props;
  const { more, link, ownerActions, children } = props;
  const { t } = useTranslation('share-views');
  const bar = useRef<HTMLDivElement>(null);
  useToastInset(bar, isDocked);
  return (
    <div className="mx-auto flex w-full max-w-page flex-1 flex-col gap-5 px-gutter pt-5 pb-28 split:grid split:content-start split:grid-cols-[20rem_minmax(0,1fr)] split:gap-x-8 split:pt-8 split:pb-12 print:block print:p-0">
      {warning && (
        <div className="split:col-span-2 print:hidden">
          <Notice tone="warning" role="status" icon={<TriangleAlert />}>
            {warning}
          </Notice>
        </div>
      )}
      <section
        aria-label={t('recipient.about')}
        className="flex flex-col gap-4 split:sticky split:top-20 split:max-h-[calc(100dvh-6.5rem)] split:self-start split:overflow-y-auto split:rounded-lg split:border split:border-line split:bg-surface split:p-6 split:shadow-sm print:mb-6"
      >
        <div className="flex flex-col gap-1.5">
          <h1 className="text-title wrap-anywhere">{plainName(title)}</h1>
          {sender && (
            <p className="text-body text-ink-muted wrap-anywhere">
              {t('recipient.from', { sender: plainName(sender) })}
            </p>
          )}
          <div className="text-meta text-ink-muted wrap-anywhere">{summary}</div>
        </div>
        {message && (
          <p className="border-l-2 border-accent/40 pl-3 text-body whitespace-pre-line wrap-anywhere">
            {message}
          </p>
        )}
        {facts}
        {action && (
          <div
            ref={bar}
            className="fixed inset-x-0 bottom-(--tabs-height) z-20 flex border-t border-line bg-surface/95 px-4 pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] backdrop-blur-sm *:h-auto *:min-h-12 *:flex-1 *:shrink *:py-1.5 *:text-center *:text-body *:whitespace-normal [&_svg]:shrink-0 low:static low:border-0 low:bg-transparent low:p-0 split:static split:border-0 split:bg-transparent split:p-0 split:backdrop-blur-none split:*:min-h-11 print:hidden"
          >
            {action}
          </div>
        )}
        {more && <div className="flex flex-wrap gap-2 print:hidden">{more}</div>}
        {link && (
          <CopyTextButton
            size="small"
            variant="quiet"
            className="-ml-2.5 self-start max-split:hidden print:hidden"
            text={link.url}
            label={link.label}
          />
        )}
        {ownerActions && (
          <div className="flex flex-wrap items-center gap-2 border-t border-line pt-4 print:hidden">
            <span className="mr-auto text-meta text-ink-faint">{t('owner.label')}</span>
            {ownerActions}
          </div>
        )}
      </section>
      <div className="min-w-0">{children}</div>
    </div>
  );
}
