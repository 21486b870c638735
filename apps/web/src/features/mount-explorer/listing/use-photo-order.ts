import { useMemo, useState } from 'react';
import { usePictureFacts } from '#shared/previews/images/picture-facts.ts';
import type { Entry } from '../queries.ts';
import { orderPhotos, type PhotoOrder } from './photo-order.ts';
import type { EntryOrder } from './sort-entries.ts';

const NO_TIMES: ReadonlyMap<string, string> = new Map();

/** Orders a gallery by when its photos were taken, as far as that is known; other views stay as they are. */
export function usePhotoOrder(
  entries: readonly Entry[],
  order: EntryOrder['order'],
  isUsed: boolean,
): PhotoOrder {
  const version = usePictureFacts(isUsed);
  const [keep] = useState(createKeeper);
  // The version stands for what is known about the pictures.
  return useMemo(
    () => (isUsed ? keep(orderPhotos(entries, order)) : { entries, times: NO_TIMES }),
    [entries, order, isUsed, keep, version],
  );
}

/** Returns the order before while months and places are the same, so that new facts seldom render everything. */
function createKeeper(): (next: PhotoOrder) => PhotoOrder {
  let kept: PhotoOrder | undefined;
  return (next) => {
    const isSame =
      kept?.entries === next.entries &&
      kept.times.size === next.times.size &&
      [...next.times].every(
        ([path, time]) => kept?.times.get(path)?.slice(0, 7) === time.slice(0, 7),
      );
    kept = isSame && kept ? kept : next;
    return kept;
  };
}
