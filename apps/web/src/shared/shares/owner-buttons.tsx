import { Button } from '@satchel/ui/actions/button';
import { PenLine, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';

export interface OwnerButtonsProps {
  onEdit: () => void;
  onDelete: () => void;
}

/** What the owner can do with a share on its page. */
export function OwnerButtons({ onEdit, onDelete }: OwnerButtonsProps) {
  const { t } = useTranslation('shell');
  return (
    <>
      <Button icon={<PenLine className="size-4" />} onClick={onEdit}>
        {t('actions.edit')}
      </Button>
      <Button variant="quiet" icon={<Trash2 className="size-4" />} onClick={onDelete}>
        {t('actions.delete')}
      </Button>
    </>
  );
}
