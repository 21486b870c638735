import type { ReactNode } from 'react';

export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd className="rounded-xs border border-line bg-sunken px-1.5 font-mono text-2xs text-ink-muted">
      {children}
    </kbd>
  );
}

/** Keys of a shortcut, such as "Ctrl+K". Hidden from screen readers if the control itself names them. */
export function Shortcut({ keys, isHidden = false }: { keys: string; isHidden?: boolean }) {
  return (
    <span aria-hidden={isHidden || undefined} className="inline-flex items-center gap-1">
      {keys.split('+').map((key) => (
        <Kbd key={key}>{key}</Kbd>
      ))}
    </span>
  );
}

/** Converts a shortcut to the syntax of `aria-keyshortcuts`. */
export function ariaShortcut(keys: string | undefined): string | undefined {
  return keys?.replace('Ctrl', 'Control').replace('⌘', 'Meta').replace('⇧', 'Shift');
}
