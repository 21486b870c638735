import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { EmptyState } from './empty-state.tsx';

export interface ErrorStateProps {
  title: string;
  description?: ReactNode;
  action?: ReactNode;
  icon?: ReactNode;
  isPageHeading?: boolean;
}

export function ErrorState({ icon, ...rest }: ErrorStateProps) {
  return (
    <div role="alert">
      <EmptyState icon={icon ?? <CircleAlert />} {...rest} />
    </div>
  );
}
