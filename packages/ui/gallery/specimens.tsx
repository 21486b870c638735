import type { ReactNode } from 'react';

/** A component under its name, in its variants. */
export function Specimens({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <h2 className="mb-2 font-medium text-ink-muted text-sm">{name}</h2>
      <div className="flex flex-wrap items-center gap-3">{children}</div>
    </div>
  );
}
