import type { ReactNode } from 'react';

export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd className="rounded-xs border border-line bg-sunken px-1.5 font-mono text-2xs text-ink-muted">
      {children}
    </kbd>
  );
}

/** Keys that are pressed together, such as "Ctrl+K"; hidden where the control itself names them. */
export function Shortcut({ keys, isHidden = false }: { keys: string; isHidden?: boolean }) {
  return (
    <span aria-hidden={isHidden || undefined} className="inline-flex items-center gap-1">
      {keys.split('+').map((key) => (
        <Kbd key={key}>{key}</Kbd>
      ))}
    </span>
  );
}

/** Same keys in the syntax of `aria-keyshortcuts`. */
export function ariaShortcut(keys: string | undefined): string | undefined {
  return keys?.replace('Ctrl', 'Control').replace('⌘', 'Meta').replace('⇧', 'Shift');
}
