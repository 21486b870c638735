import clsx from 'clsx';
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { dismissToast, getToasts, subscribeToToasts, type ToastEntry } from './toast-store.ts';

const TONE: Record<ToastEntry['tone'], { icon: ReactNode; className: string }> = {
  success: { icon: <CircleCheck />, className: 'text-success' },
  error: { icon: <CircleAlert />, className: 'text-danger' },
  info: { icon: <Info />, className: 'text-accent' },
};

function ToastCard({ entry, dismissLabel }: { entry: ToastEntry; dismissLabel: string }) {
  const [isHeld, setIsHeld] = useState(false);
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => dismissToast(entry.id), entry.durationMs);
    return () => clearTimeout(timer);
  }, [entry, isHeld]);
  const tone = TONE[entry.tone];
  return (
    <li
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
      className="pointer-events-auto flex animate-appear items-start gap-2.5 rounded-lg border border-line bg-raised py-2.5 pr-1.5 pl-3 shadow-md"
    >
      <span aria-hidden="true" className={clsx('mt-0.5 [&_svg]:size-[1.125rem]', tone.className)}>
        {tone.icon}
      </span>
      <span className="min-w-0 flex-1 py-px text-sm wrap-anywhere text-ink">{entry.message}</span>
      <button
        type="button"
        aria-label={dismissLabel}
        onClick={() => dismissToast(entry.id)}
        className="touch-target inline-flex size-6 shrink-0 items-center justify-center rounded-sm text-ink-faint hover:bg-hover hover:text-ink"
      >
        <X className="size-4" />
      </button>
    </li>
  );
}

export interface ToasterProps {
  regionLabel: string;
  dismissLabel: string;
}

/** Mounted once, even while empty: screen readers miss the first toast of a live region that is new. */
export function Toaster({ regionLabel, dismissLabel }: ToasterProps) {
  const toasts = useSyncExternalStore(subscribeToToasts, getToasts, getToasts);
  return (
    <section
      aria-label={regionLabel}
      aria-live="polite"
      className="pointer-events-none fixed inset-x-3 bottom-3 z-60 sm:inset-x-auto sm:right-4 sm:bottom-4 sm:w-90"
    >
      <ul className="flex flex-col gap-2">
        {toasts.map((entry) => (
          <ToastCard key={entry.id} entry={entry} dismissLabel={dismissLabel} />
        ))}
      </ul>
    </section>
  );
}
