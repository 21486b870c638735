import clsx from 'clsx';
import { Ellipsis } from 'lucide-react';
import type { MouseEvent as ReactMouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { plainName } from '#shared/format/plain-name.ts';
import type { Entry } from '../queries.ts';

export interface EntryMenuButtonProps {
  entry: Entry;
  /** Class of the button on a tile's picture. Default: its style in a row. */
  onPictureClass?: string;
}

/**
 * Button that opens the context menu of an entry, for touch and for users who do not try a right click. All
 * entries share one menu, so that a long list does not create one per row.
 */
export function EntryMenuButton({ entry, onPictureClass }: EntryMenuButtonProps) {
  const { t } = useTranslation('explorer');

  function openMenu(event: ReactMouseEvent<HTMLButtonElement>): void {
    // The focus returns to the entry after the menu, so that shortcuts and arrows act there.
    event.currentTarget.closest<HTMLElement>('[data-cell]')?.focus({ preventScroll: true });
    const box = event.currentTarget.getBoundingClientRect();
    const at = { bubbles: true, cancelable: true, clientX: box.left, clientY: box.bottom };
    event.currentTarget.dispatchEvent(new MouseEvent('contextmenu', at));
  }

  return (
    <button
      type="button"
      tabIndex={-1}
      aria-haspopup="menu"
      aria-label={t('list.menuOf', { name: plainName(entry.name) })}
      onClick={openMenu}
      onDoubleClick={(event) => event.stopPropagation()}
      className={clsx(
        'touch-target inline-flex size-7 shrink-0 items-center justify-center rounded-sm opacity-0 group-hover/row:opacity-100 hover:text-ink focus-visible:opacity-100',
        onPictureClass
          ? // A long press opens the actions of a picture, so that no button covers it on touch screens.
            ['absolute bg-raised/85 text-ink-muted shadow-sm pointer-coarse:hidden', onPictureClass]
          : 'text-ink-faint pointer-coarse:opacity-100 hover:bg-hover',
      )}
    >
      <Ellipsis className="size-4" />
    </button>
  );
}
