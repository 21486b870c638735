import { SideSheet } from '@satchel/ui/overlays/side-sheet';
import { useTranslation } from 'react-i18next';
import type { Entry } from '../queries.ts';
import { EntryDetails } from './entry-details.tsx';

export interface PropertiesDialogProps {
  entry: Entry;
  onClose: () => void;
}

/** Properties of an entry, opened from its menu. Phones have no other way to see them. */
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
