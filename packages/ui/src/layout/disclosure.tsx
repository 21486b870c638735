import clsx from 'clsx';
import { ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';

export interface DisclosureProps {
  label: string;
  /** Short summary of the content, readable without opening it. */
  summary?: ReactNode;
  isOpen?: boolean;
  onToggle?: (isOpen: boolean) => void;
  className?: string;
  /** A function is called only while it is open. */
  children: ReactNode | (() => ReactNode);
}

/** Options that expand from one line. A native element, because the browser's page search opens it, too. */
export function Disclosure({
  label,
  summary,
  isOpen,
  onToggle,
  className,
  children,
}: DisclosureProps) {
  const [isShown, setIsShown] = useState(isOpen);
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget: { open } }) => {
        setIsShown(open);
        onToggle?.(open);
      }}
      className={clsx('group/disclosure min-w-0', className)}
    >
      <summary className="touch-target flex min-h-9 list-none items-center gap-2 rounded-md px-2 text-label text-ink-muted select-none hover:bg-hover hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronRight className="size-4 shrink-0 transition-transform group-open/disclosure:rotate-90" />
        <span className="shrink-0">{label}</span>
        {summary && <span className="min-w-0 truncate font-normal text-ink-faint">{summary}</span>}
      </summary>
      <div className="px-2 pt-2 pb-1">
        {typeof children === 'function' ? isShown && children() : children}
      </div>
    </details>
  );
}
