import { IconButton } from '@satchel/ui/actions/icon-button';
import { Toolbar, ToolbarButton } from '@satchel/ui/actions/toolbar';
import { Menu } from '@satchel/ui/overlays/menu';
import { Ellipsis, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { usePageActions } from '#shared/command-palette/page-actions.ts';
import { useSelection } from '../explorer-context.ts';
import { type CommandContext, useCommandContext } from '../operations/command-context.ts';
import { menuOf, pageActionsOf, shownCommands } from '../operations/command-lists.ts';
import type { ExplorerCommand } from '../operations/commands.tsx';
import { ViewBar } from './view-bar.tsx';

/** Toolbar with the actions for the directory or the selection, and the view options. */
export function CommandBar() {
  const context = useCommandContext();
  usePageActions(pageActionsOf(context));
  return (
    <div
      className={`flex min-h-11 flex-wrap items-center gap-x-2 gap-y-1 px-2 py-1 sm:px-3 ${context.hasSelection ? 'bg-accent-soft' : 'bg-surface'}`}
    >
      {context.hasSelection ? (
        <SelectionBar context={context} />
      ) : (
        <DirectoryBar context={context} />
      )}
      <ViewBar />
    </div>
  );
}

function DirectoryBar({ context }: { context: CommandContext }) {
  const { t } = useTranslation('explorer');
  return (
    <Toolbar label={t('actions.label')}>
      <CommandButtons on="directory" context={context} />
      <Menu label={t('actions.more')} icon={<Ellipsis />} items={menuOf('directory', context)} />
    </Toolbar>
  );
}

/**
 * Shows the number of selected entries and their most frequent actions. The menu at the end has all actions.
 */
function SelectionBar({ context }: { context: CommandContext }) {
  const { t } = useTranslation('explorer');
  const { clear } = useSelection();
  const menu = menuOf('selection', context);
  return (
    <section aria-label={t('selection.label')} className="flex min-w-0 items-center gap-1">
      <IconButton label={t('selection.clear')} icon={<X />} size="small" onClick={clear} />
      <p role="status" className="figures mr-2 text-label whitespace-nowrap text-accent-strong">
        {t('selection.count', { count: context.chosen.length })}
      </p>
      <Toolbar label={t('selection.actions')} className="flex-nowrap!">
        <CommandButtons on="selection" context={context} />
        {menu.length > 0 && <Menu label={t('selection.more')} icon={<Ellipsis />} items={menu} />}
      </Toolbar>
    </section>
  );
}

interface CommandButtonsProps {
  on: ExplorerCommand['on'];
  context: CommandContext;
}

function CommandButtons({ on, context }: CommandButtonsProps) {
  return shownCommands(on, context).map(
    (command) =>
      command.button && (
        <ToolbarButton
          key={command.id}
          label={command.label(context)}
          icon={command.icon(context)}
          isLabelShown={/label/i.test(command.button)}
          className={command.button.startsWith('wide') ? 'max-sm:hidden' : ''}
          onClick={() => command.run(context)}
        />
      ),
  );
}
