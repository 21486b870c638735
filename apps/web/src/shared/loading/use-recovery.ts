import { useEffect, useEffectEvent } from 'react';

const POLL_MS = 5_000;

/**
 * Calls back when what could not be loaded may load again: when the browser is back online, when the tab
 * is looked at, and every five seconds meanwhile.
 */
export function useRecovery(onTry: () => void): void {
  const tryAgain = useEffectEvent(onTry);
  useEffect(() => {
    const attempt = () => {
      if (navigator.onLine && document.visibilityState === 'visible') tryAgain();
    };
    const timer = setInterval(attempt, POLL_MS);
    window.addEventListener('online', attempt);
    document.addEventListener('visibilitychange', attempt);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', attempt);
      document.removeEventListener('visibilitychange', attempt);
    };
  }, []);
}
