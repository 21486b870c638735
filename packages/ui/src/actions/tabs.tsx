import { Tabs as Primitive } from '@base-ui/react/tabs';
import clsx from 'clsx';
import type { ReactNode } from 'react';
import { ROOMY_CLASS, SWITCH_CLASS, SWITCHED_CLASS } from '../forms/switch-class.ts';

export interface Tab<Value extends string> {
  value: Value;
  label: string;
  icon?: ReactNode;
}

export interface TabsProps<Value extends string> {
  selected: Value;
  onSelect: (value: Value) => void;
  children: ReactNode;
}

/** Wraps a `TabList` and its `TabPanel`s, at any depth. */
export function Tabs<Value extends string>({ selected, onSelect, children }: TabsProps<Value>) {
  return (
    <Primitive.Root value={selected} onValueChange={onSelect}>
      {children}
    </Primitive.Root>
  );
}

export interface TabListProps<Value extends string> {
  label: string;
  tabs: readonly Tab<Value>[];
  className?: string;
}

/** Tabs with one tab stop; arrow keys move and select. */
export function TabList<Value extends string>({ label, tabs, className }: TabListProps<Value>) {
  return (
    <Primitive.List activateOnFocus aria-label={label} className={clsx(SWITCH_CLASS, className)}>
      {tabs.map((tab) => (
        <Primitive.Tab
          key={tab.value}
          value={tab.value}
          className={clsx(SWITCHED_CLASS, ROOMY_CLASS)}
        >
          {tab.icon}
          {tab.label}
        </Primitive.Tab>
      ))}
    </Primitive.List>
  );
}

/** A `Tab`'s content. */
export const TabPanel = Primitive.Panel;
