import { useEffect, useEffectEvent, useState } from 'react';

/** Whole seconds left; the countdown stops while `isRunning` is false. */
export function useCountdown(seconds: number, isRunning: boolean, onEnd: () => void): number {
  const [left, setLeft] = useState(seconds);
  // A new function does not start the current second anew.
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    if (!isRunning) return;
    if (left <= 0) {
      end();
      return;
    }
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left, isRunning]);
  return left;
}
