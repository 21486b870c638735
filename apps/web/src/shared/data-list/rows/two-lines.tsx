import type { ReactNode } from 'react';

export interface TwoLinesProps {
  children: ReactNode;
  /** The second line; false for none. */
  below: ReactNode;
}

/** A cell that says more of its value on a second line. */
export function TwoLines({ children, below }: TwoLinesProps) {
  return (
    <span className="flex min-w-0 flex-col">
      {children}
      {below && <span className="text-caption text-ink-faint">{below}</span>}
    </span>
  );
}
