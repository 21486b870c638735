import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** Says for how long no byte of an upload has moved, while the upload engine tries again. */
export function QuietTime({ sinceMs }: { sinceMs: number }) {
  const { t } = useTranslation('tasks');
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.round((nowMs - sinceMs) / 1000));
  return <span className="text-warning">{t('item.quiet', { seconds })}</span>;
}
