import { Card } from '@satchel/ui/layout/card';
import type { ReactNode } from 'react';

export interface ShareGateProps {
  icon: ReactNode;
  title: string;
  /** Information that is public before the share opens, such as a file's name. */
  subtitle?: ReactNode;
  children: ReactNode;
}

/** Card that asks for a password or a confirmation before a share opens. */
export function ShareGate({ icon, title, subtitle, children }: ShareGateProps) {
  return (
    <div className="flex flex-1 items-start justify-center px-4 py-10 sm:py-[12vh]">
      <Card className="w-full max-w-md p-6 shadow-md sm:p-8">
        <div className="mb-5 flex flex-col items-center gap-3 text-center">
          <span
            aria-hidden="true"
            className="inline-flex size-14 items-center justify-center rounded-2xl bg-saddle-soft text-saddle [&_svg]:size-7"
          >
            {icon}
          </span>
          <h1 className="text-title wrap-anywhere">{title}</h1>
          {subtitle && <div className="text-meta text-ink-muted wrap-anywhere">{subtitle}</div>}
        </div>
        {children}
      </Card>
    </div>
  );
}
