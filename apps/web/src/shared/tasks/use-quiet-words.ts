import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** Shorter gaps are usual, for example before the first byte. */
const QUIET_AFTER_SECONDS = 3;

/**
 * Says for how long no byte of an upload has moved, while the upload engine tries again.
 *
 * @returns undefined while bytes move or have moved some seconds ago
 */
export function useQuietWords(sinceMs: number | undefined): string | undefined {
  const { t } = useTranslation('tasks');
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    if (sinceMs === undefined) return;
    setNowMs(Date.now());
    const timer = setInterval(() => setNowMs(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [sinceMs]);
  if (sinceMs === undefined) return undefined;
  const seconds = Math.round((nowMs - sinceMs) / 1000);
  return seconds < QUIET_AFTER_SECONDS ? undefined : t('item.quiet', { seconds });
}
