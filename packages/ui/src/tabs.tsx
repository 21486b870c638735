import { Tabs as Primitive } from '@base-ui/react/tabs';
import clsx from 'clsx';
import type { ReactNode } from 'react';

export interface Tab<Value extends string> {
  value: Value;
  label: string;
  icon?: ReactNode;
  /** For example how many entries are under it. */
  badge?: ReactNode;
}

export interface TabsProps<Value extends string> {
  selected: Value;
  onSelect: (value: Value) => void;
  className?: string;
  children: ReactNode;
}

/** Around a `TabList` and its `TabPanel`s, wherever among the children they are. */
export function Tabs<Value extends string>({
  selected,
  onSelect,
  className,
  children,
}: TabsProps<Value>) {
  return (
    <Primitive.Root value={selected} onValueChange={onSelect} className={className}>
      {children}
    </Primitive.Root>
  );
}

export interface TabListProps<Value extends string> {
  label: string;
  tabs: readonly Tab<Value>[];
  /** `line` for the parts of a page, `box` for two views of the same thing. */
  look?: 'box' | 'line';
  className?: string;
}

const LIST_CLASS = {
  box: 'rounded-md border border-line bg-sunken p-0.5',
  line: 'w-full gap-1 overflow-x-auto border-b border-line',
} as const;
const TAB_CLASS = {
  box: 'min-h-7 rounded-[0.3rem] px-2.5 data-active:bg-raised data-active:shadow-sm',
  line: '-mb-px min-h-9 border-b-2 border-transparent px-2.5 data-active:border-accent',
} as const;

/** One stop for Tab; arrows move and select. */
export function TabList<Value extends string>({
  label,
  tabs,
  look = 'box',
  className,
}: TabListProps<Value>) {
  return (
    <Primitive.List
      activateOnFocus
      aria-label={label}
      className={clsx('inline-flex', LIST_CLASS[look], className)}
    >
      {tabs.map((tab) => (
        <Primitive.Tab
          key={tab.value}
          value={tab.value}
          className={clsx(
            'inline-flex items-center gap-1.5 text-label whitespace-nowrap text-ink-muted transition-colors -outline-offset-2 hover:text-ink data-active:text-ink pointer-coarse:min-h-11 pointer-coarse:px-4 [&_svg]:size-4',
            TAB_CLASS[look],
          )}
        >
          {tab.icon}
          {tab.label}
          {tab.badge}
        </Primitive.Tab>
      ))}
    </Primitive.List>
  );
}

export interface TabPanelProps {
  value: string;
  className?: string;
  children: ReactNode;
}

export function TabPanel({ value, className, children }: TabPanelProps) {
  return (
    <Primitive.Panel value={value} className={className}>
      {children}
    </Primitive.Panel>
  );
}
