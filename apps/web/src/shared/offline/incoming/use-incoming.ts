import { useEffect, useState } from 'react';
import type { IncomingItem } from '../database.ts';
import { incoming } from './incoming.ts';

/** Items that other programs have sent, oldest first. */
export function useIncoming(): readonly IncomingItem[] {
  const [items, setItems] = useState<readonly IncomingItem[]>([]);
  useEffect(() => {
    const read = () => void incoming.list(Date.now()).then(setItems);
    read();
    return incoming.subscribe(read);
  }, []);
  return items;
}
