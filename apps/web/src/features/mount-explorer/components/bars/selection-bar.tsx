import { IconButton } from '@satchel/ui/actions/icon-button';
import { Toolbar, ToolbarButton } from '@satchel/ui/actions/toolbar';
import { useToastInset } from '@satchel/ui/actions/use-toast-inset';
import { useMediaQuery } from '@satchel/ui/layout/use-media-query';
import { Menu } from '@satchel/ui/overlays/menu';
import { useSelector } from '@tanstack/react-store';
import { Ellipsis, X } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { usePageActions } from '#shared/command-palette/page-actions.ts';
import { useSelection } from '../../explorer-context.ts';
import {
  type CommandContext,
  useCommandContext,
} from '../../operations/commands/command-context.ts';
import { menuOf, pageActionsOf, shownCommands } from '../../operations/commands/command-lists.ts';
import { renaming } from '../../operations/dialogs/explorer-dialog.ts';

/** Offers the explorer's actions: in the palette, and for a selection in a bar over the end of the list. */
export function ExplorerActions() {
  const context = useCommandContext();
  usePageActions(pageActionsOf(context));
  // The bar would cover the name that is being typed beside an on-screen keyboard.
  const isRenaming = useSelector(renaming, (current) =>
    context.chosen.some(({ path }) => path === current?.path),
  );
  return context.hasSelection && !isRenaming && <SelectionBar context={context} />;
}

/** Shows the number of selected entries and their most frequent actions. The menu at the end has all. */
function SelectionBar({ context }: { context: CommandContext }) {
  const { t } = useTranslation('explorer');
  const { clear } = useSelection();
  const bar = useRef<HTMLDivElement>(null);
  const hasWords = useMediaQuery('(width >= 64rem)');
  const hasRoom = useMediaQuery('(width >= 48rem)');
  useToastInset(bar);
  const selectAll = shownCommands('directory', context).find(({ id }) => id === 'selectAll');
  return (
    // Its height includes the line of the status below the bar, so that no toast covers either.
    <div
      ref={bar}
      className="pointer-events-none absolute inset-x-0 bottom-0 z-20 flex justify-center px-2 pt-8 pb-2"
    >
      <section
        aria-label={t('selection.label')}
        className="pointer-events-auto flex min-w-0 flex-wrap items-center justify-center gap-1 rounded-xl border border-line bg-raised p-1 shadow-md"
      >
        <IconButton label={t('selection.clear')} icon={<X />} size="small" onClick={clear} />
        <p role="status" className="figures mr-1 text-label whitespace-nowrap text-accent-strong">
          {t('selection.count', { count: context.chosen.length })}
        </p>
        <Toolbar label={t('selection.actions')} className="justify-center">
          {shownCommands('selection', context)
            .filter(({ button }) => button === 'always' || (button === 'wide' && hasRoom))
            .map((command) => (
              <ToolbarButton
                key={command.id}
                label={command.label(context)}
                icon={command.icon(context)}
                isLabelShown={hasWords}
                className={command.isDangerous ? 'text-danger!' : ''}
                onClick={() => command.run(context)}
              />
            ))}
          <Menu
            label={t('selection.more')}
            icon={<Ellipsis />}
            items={[
              ...menuOf('selection', context),
              ...(selectAll
                ? menuOf('directory', context, (command) => command === selectAll)
                : []),
            ]}
          />
        </Toolbar>
      </section>
    </div>
  );
}
