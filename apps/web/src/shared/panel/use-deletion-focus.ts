import { useRef } from 'react';

/**
 * Moves the focus after a confirmed deletion, because the button that had it is removed with its row: to the same
 * button of the next row, or of the row before the last one. If there is no other row, it goes to the dialog
 * around the list.
 *
 * @param buttons selector of the button that each row has
 */
export function useDeletionFocus<List extends HTMLElement>(buttons: string) {
  const list = useRef<List>(null);
  const next = useRef<HTMLElement>(null);
  const isDeleted = useRef(false);
  return {
    list,
    /** To be called when the question opens, with the index of the row. */
    askAbout(index: number): void {
      const all = list.current?.querySelectorAll<HTMLElement>(buttons) ?? [];
      const dialog = list.current?.closest<HTMLElement>('[role="dialog"]') ?? null;
      next.current = all[index + 1] ?? all[index - 1] ?? dialog;
      isDeleted.current = false;
    },
    /** Props of the question. */
    question: {
      onDone: () => {
        isDeleted.current = true;
      },
      focusOnClose: () => (isDeleted.current ? next.current : null),
    },
  };
}
