import { Card } from '@satchel/ui/layout/card';
import { type ReactNode, useId } from 'react';

export interface PanelCardProps {
  title: string;
  action?: ReactNode;
  children: ReactNode;
}

/** A section of the dashboard. Screen readers find it by its title. */
export function PanelCard({ title, action, children }: PanelCardProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col">
      <Card className="flex flex-1 flex-col gap-4 p-4">
        <div className="flex min-h-9 flex-wrap items-center gap-3">
          <h2 id={id} className="flex-1 text-heading">
            {title}
          </h2>
          {action}
        </div>
        {children}
      </Card>
    </section>
  );
}
