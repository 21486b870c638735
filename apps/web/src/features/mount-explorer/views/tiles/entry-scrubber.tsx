import { Scrubber } from '@satchel/ui/lists/scrubber';
import type { VirtualItemsHandle } from '@satchel/ui/lists/virtual-rows';
import { type RefObject, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#shared/i18n/use-language.ts';
import { useListing } from '../../explorer-context.ts';
import { entryMarksOf } from '../../listing/entry-marks.ts';
import { firstVisible } from '../use-kept-place.ts';

/** Shorter lists are scrolled faster than a strip is read. */
const MIN_ENTRIES = 150;

/** Strip with the months or letters of a long list. */
export function EntryScrubber({ view }: { view: RefObject<VirtualItemsHandle | null> }) {
  const { t } = useTranslation('explorer');
  const language = useLanguage();
  const { entries, order, times } = useListing();
  const { sort } = order;
  const marks = useMemo(
    () => (entries.length < MIN_ENTRIES ? [] : entryMarksOf(entries, times, sort, language)),
    [entries, times, sort, language],
  );
  const top = useFirstVisible(view);
  if (marks.length < 2) return null;
  return (
    <Scrubber
      label={t('scrubber')}
      marks={marks}
      itemCount={entries.length}
      current={Math.max(
        0,
        marks.findLastIndex(({ index }) => index <= top),
      )}
      onJump={({ index }) => view.current?.scrollToItem(index, 'start')}
      className="my-3 mr-1"
    />
  );
}

/** Index of the first visible entry. */
function useFirstVisible(view: RefObject<VirtualItemsHandle | null>): number {
  const [first, setFirst] = useState(0);
  useEffect(() => {
    const scroller = view.current?.scroller;
    if (!scroller) return;
    let frame = 0;
    const update = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        if (view.current) setFirst(firstVisible(view.current));
      });
    };
    update();
    scroller.addEventListener('scroll', update, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      scroller.removeEventListener('scroll', update);
    };
  }, [view]);
  return first;
}
