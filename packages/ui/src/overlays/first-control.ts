import type { RefObject } from 'react';

/** Marks the part of a popup that may have the initial focus, which is not its close button. */
export const FOCUSED_PART = { 'data-focused-part': '' } as const;

const FIELDS = 'input, textarea, select';
const CONTROLS = `${FIELDS}, button, a[href], [tabindex="0"]`;

/**
 * Element of a dialog with the initial focus: the first field, else the first other control, else the dialog.
 * On touch screens it is the dialog, because the keyboard would cover half of it.
 */
export function firstControl(popup: RefObject<HTMLElement | null>) {
  return (openedBy: string): HTMLElement | null => {
    const find = (selector: string) => {
      const parts = popup.current?.querySelectorAll<HTMLElement>('[data-focused-part]') ?? [];
      return [...parts]
        .flatMap((part) => [...part.querySelectorAll<HTMLElement>(selector)])
        .find((each) => each.tabIndex >= 0 && !each.matches(':disabled') && each.offsetParent);
    };
    if (openedBy === 'touch') return popup.current;
    return find(FIELDS) ?? find(CONTROLS) ?? popup.current;
  };
}
