import { SideSheet } from '@satchel/ui/side-sheet';
import { useTranslation } from 'react-i18next';
import type { Entry } from '../queries.ts';
import { EntryDetails } from './entry-details.tsx';

export interface PropertiesDialogProps {
  entry: Entry;
  onClose: () => void;
}

/** What is known of an entry, asked for by its menu: on phones the only way to see it. */
export function PropertiesDialog({ entry, onClose }: PropertiesDialogProps) {
  const { t } = useTranslation(['explorer', 'shell']);
  return (
    <SideSheet
      isOpen
      onClose={onClose}
      title={t('details.title')}
      closeLabel={t('shell:actions.close')}
    >
      <EntryDetails entry={entry} />
    </SideSheet>
  );
}
