import { useEffect, useEffectEvent, useState } from 'react';

/** Remaining whole seconds; the countdown pauses while `isRunning` is false. */
export function useCountdown(seconds: number, isRunning: boolean, onEnd: () => void): number {
  const [left, setLeft] = useState(seconds);
  // An effect event, so that a new `onEnd` does not restart the current second.
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
