import { Button } from '@satchel/ui/actions/button';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '#shared/errors/error-notice.tsx';

/** Distance from the end of the list at which the next page loads. */
const PREFETCH_MARGIN = '1200px';

export interface MoreItemsProps {
  pages: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly isFetchNextPageError: boolean;
    readonly error: Error | null;
    readonly fetchNextPage: () => Promise<unknown>;
  };
}

/** Loads the next page of a list when its end comes near; also a button, for keyboards and failures. */
export function MoreItems({ pages }: MoreItemsProps) {
  const { t } = useTranslation('bundles');
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = pages;
  // The button tries a failed page again. The page would fail in a loop while the end stays near.
  const isAutomatic = hasNextPage && !isFetchingNextPage && !isFetchNextPageError;
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isAutomatic || !end.current) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) void fetchNextPage();
      },
      { rootMargin: PREFETCH_MARGIN },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [isAutomatic, fetchNextPage]);
  if (!hasNextPage) return null;
  return (
    <div ref={end} className="flex flex-col items-center gap-3 py-2 print:hidden">
      {isFetchNextPageError && <ErrorNotice error={pages.error} />}
      <Button isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {t('content.more')}
      </Button>
    </div>
  );
}
