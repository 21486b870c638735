import { IconButton } from '@satchel/ui/icon-button';
import { Menu } from '@satchel/ui/menu';
import { Toolbar, ToolbarButton } from '@satchel/ui/toolbar';
import { Copy, Download, Ellipsis, PenLine, Scissors, Share2, Trash2, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { abilitiesWith } from '../abilities.ts';
import { useExplorer } from '../explorer-context.ts';
import { useSelectionMenu } from '../operations/use-entry-menu.tsx';

/** How much is selected, and what is done with it most. All of it is in the menu at the end. */
export function SelectionBar() {
  const { t } = useTranslation(['explorer', 'shell']);
  const { selection, operations, abilities: here } = useExplorer();
  const { entries } = selection;
  const menu = useSelectionMenu();
  const [first] = entries;
  if (!first) return null;
  const abilities = abilitiesWith(here, entries);
  const isVirtual = entries.some((entry) => entry.isVirtual);
  return (
    <section aria-label={t('selection.label')} className="flex min-w-0 items-center gap-1">
      <IconButton
        label={t('selection.clear')}
        icon={<X />}
        size="small"
        onClick={selection.clear}
      />
      <p role="status" className="figures mr-2 text-label whitespace-nowrap text-accent-strong">
        {t('selection.count', { count: entries.length })}
      </p>
      <Toolbar label={t('selection.actions')} className="flex-nowrap!">
        {!isVirtual && (
          <ToolbarButton
            label={t('shell:actions.download')}
            icon={<Download />}
            onClick={() => operations.download(entries)}
          />
        )}
        {abilities.canShare && (
          <ToolbarButton
            label={t('actions.share')}
            icon={<Share2 />}
            className="max-sm:hidden"
            onClick={() => operations.ask({ kind: 'share', entry: first })}
          />
        )}
        {abilities.canMove && (
          <ToolbarButton
            label={t('actions.cut')}
            icon={<Scissors />}
            onClick={() => operations.cut(entries)}
          />
        )}
        {abilities.canCopy && (
          <ToolbarButton
            label={t('actions.copy')}
            icon={<Copy />}
            className="max-sm:hidden"
            onClick={() => operations.copy(entries)}
          />
        )}
        {abilities.canRename && (
          <ToolbarButton
            label={t('actions.rename')}
            icon={<PenLine />}
            className="max-sm:hidden"
            onClick={() => operations.startRename(first)}
          />
        )}
        {abilities.canDelete && (
          <ToolbarButton
            label={t('shell:actions.delete')}
            icon={<Trash2 />}
            onClick={() => operations.remove(entries)}
          />
        )}
        {menu.length > 0 && <Menu label={t('selection.more')} icon={<Ellipsis />} items={menu} />}
      </Toolbar>
    </section>
  );
}
