import type { ReactNode } from 'react';

const RADIUS = 15;
const LENGTH = 2 * Math.PI * RADIUS;

export interface ProgressRingProps {
  /** 0 to 1; undefined for no ring. */
  fraction?: number | undefined;
  children: ReactNode;
}

/** An icon within a ring that shows the progress. */
export function ProgressRing({ fraction, children }: ProgressRingProps) {
  return (
    <span className="relative inline-flex size-9 items-center justify-center">
      {fraction !== undefined && (
        <svg
          aria-hidden="true"
          viewBox="0 0 36 36"
          className="absolute inset-0 size-9! -rotate-90 fill-none stroke-[2.5]"
        >
          <circle cx="18" cy="18" r={RADIUS} className="stroke-line" />
          <circle
            cx="18"
            cy="18"
            r={RADIUS}
            strokeLinecap="round"
            strokeDasharray={LENGTH}
            strokeDashoffset={LENGTH * (1 - fraction)}
            className="stroke-accent"
          />
        </svg>
      )}
      {children}
    </span>
  );
}
