import { Button } from '@satchel/ui/actions/button';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

/** Distance from the end of the list at which the next page loads. */
const PREFETCH_MARGIN = '1200px';

export interface MoreItemsProps {
  pages: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => Promise<unknown>;
  };
}

/** Loads the next page of a list when its end comes near; also a button, for keyboards and failures. */
export function MoreItems({ pages }: MoreItemsProps) {
  const { t } = useTranslation('bundles');
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = pages;
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!hasNextPage || isFetchingNextPage || !end.current) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) void fetchNextPage();
      },
      { rootMargin: PREFETCH_MARGIN },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  if (!hasNextPage) return null;
  return (
    <div ref={end} className="flex justify-center py-2 print:hidden">
      <Button isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {t('content.more')}
      </Button>
    </div>
  );
}
