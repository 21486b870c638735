import { useEffect, useEffectEvent } from 'react';

const POLL_MS = 5_000;

/**
 * Calls back when a failed load may succeed: when the browser is online again, when the tab becomes visible,
 * and every five seconds in between.
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
