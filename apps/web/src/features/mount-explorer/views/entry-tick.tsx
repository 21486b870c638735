import { toggle } from '@satchel/ui/lists/list-selection';
import clsx from 'clsx';
import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { plainName } from '#shared/format/plain-name.ts';
import { useSelection } from '../explorer-context.ts';
import type { Entry } from '../queries.ts';

/**
 * Tick at the upper left of a tile: selects it beside others, without a key. It shows on hover and while
 * anything is selected; fingers select by a long press first.
 */
export function EntryTick({ entry }: { entry: Entry }) {
  const { t } = useTranslation('explorer');
  const selection = useSelection();
  const isSelected = selection.has(entry);
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-pressed={isSelected}
      aria-label={t('list.select', { name: plainName(entry.name) })}
      onClick={() => selection.set(toggle(selection.current, entry.path))}
      onDoubleClick={(event) => event.stopPropagation()}
      className={clsx(
        'absolute top-1.5 left-1.5 inline-flex size-6 items-center justify-center rounded-full border shadow-sm',
        isSelected
          ? 'border-accent bg-accent text-on-accent'
          : 'border-line-strong bg-raised/85 text-transparent hover:text-ink-muted',
        selection.entries.length === 0 &&
          'opacity-0 group-hover/row:opacity-100 pointer-coarse:hidden',
      )}
    >
      <Check className="size-4" />
    </button>
  );
}
