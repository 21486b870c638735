import clsx from 'clsx';
import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';

export interface Tab<Value extends string> {
  value: Value;
  label: string;
  icon?: ReactNode;
}

export interface TabListProps<Value extends string> {
  /** Connects tabs with their panels; `TabPanel` needs the same id. */
  idPrefix: string;
  label: string;
  tabs: readonly Tab<Value>[];
  selected: Value;
  onSelect: (value: Value) => void;
  className?: string;
}

export function useTabsId(): string {
  return useId();
}

/** The tabs pattern of the ARIA practices: one stop for Tab, arrows move and select. */
export function TabList<Value extends string>({
  idPrefix,
  label,
  tabs,
  selected,
  onSelect,
  className,
}: TabListProps<Value>) {
  const list = useRef<HTMLDivElement>(null);

  function handleKey(event: KeyboardEvent) {
    const index = tabs.findIndex((tab) => tab.value === selected);
    const steps: Record<string, number> = {
      ArrowRight: index + 1,
      ArrowLeft: index - 1,
      Home: 0,
      End: tabs.length - 1,
    };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = tabs[(step + tabs.length) % tabs.length];
    if (!next) return;
    onSelect(next.value);
    list.current
      ?.querySelector<HTMLElement>(`#${CSS.escape(`${idPrefix}-${next.value}`)}`)
      ?.focus();
  }

  return (
    <div
      ref={list}
      role="tablist"
      aria-label={label}
      onKeyDown={handleKey}
      className={clsx('inline-flex rounded-md border border-line bg-sunken p-0.5', className)}
    >
      {tabs.map((tab) => {
        const isSelected = tab.value === selected;
        return (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${idPrefix}-${tab.value}`}
            aria-selected={isSelected}
            aria-controls={isSelected ? `${idPrefix}-${tab.value}-panel` : undefined}
            tabIndex={isSelected ? 0 : -1}
            onClick={() => onSelect(tab.value)}
            className={clsx(
              'inline-flex min-h-7 items-center gap-1.5 rounded-[0.3rem] px-2.5 text-[0.8125rem] font-medium transition-colors pointer-coarse:min-h-11 pointer-coarse:px-4 [&_svg]:size-4',
              isSelected ? 'bg-raised text-ink shadow-sm' : 'text-ink-muted hover:text-ink',
            )}
          >
            {tab.icon}
            {tab.label}
          </button>
        );
      })}
    </div>
  );
}

export interface TabPanelProps {
  idPrefix: string;
  value: string;
  className?: string;
  children: ReactNode;
}

export function TabPanel({ idPrefix, value, className, children }: TabPanelProps) {
  return (
    <div
      role="tabpanel"
      id={`${idPrefix}-${value}-panel`}
      aria-labelledby={`${idPrefix}-${value}`}
      className={className}
    >
      {children}
    </div>
  );
}
