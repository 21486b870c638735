import { Button } from '@satchel/ui/actions/button';
import { useMediaQuery } from '@satchel/ui/layout/use-media-query';
import { Menu } from '@satchel/ui/overlays/menu';
import { ClipboardPaste, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useCommandContext } from '../../operations/commands/command-context.ts';
import { newEntryMenu, shownCommands } from '../../operations/commands/command-lists.ts';

/** Menu of new entries, and a button to paste while entries are cut or copied. */
export function NewEntryMenu() {
  const { t } = useTranslation('explorer');
  const context = useCommandContext();
  const isWide = useMediaQuery('(width >= 48rem)');
  const items = newEntryMenu(context);
  const paste = shownCommands('directory', context).find(({ id }) => id === 'paste');
  return (
    <>
      {paste && (
        <Button icon={<ClipboardPaste />} size="small" onClick={() => paste.run(context)}>
          {paste.label(context)}
        </Button>
      )}
      {items.length > 0 && (
        <Menu label={t('new.menu')} icon={<Plus />} isLabelShown={isWide} items={items} />
      )}
    </>
  );
}
