import { Button } from '@satchel/ui/actions/button';
import { PenLine, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';

/** Actions of the owner on a share's page. */
export function OwnerButtons({ onEdit, onDelete }: { onEdit: () => void; onDelete: () => void }) {
  const { t } = useTranslation('shell');
  return (
    <>
      <Button icon={<PenLine />} onClick={onEdit}>
        {t('actions.edit')}
      </Button>
      <Button variant="quiet" icon={<Trash2 />} onClick={onDelete}>
        {t('actions.delete')}
      </Button>
    </>
  );
}
