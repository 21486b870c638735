import { buttonClassName } from '@satchel/ui/actions/button';
import { Link } from '@tanstack/react-router';
import { Settings2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';

/** Leads the owner of a bundle from its page to the list of file shares. */
export function ManageLink() {
  const { t } = useTranslation('share-views');
  return (
    <Link to="/admin/file-management" className={buttonClassName('secondary', 'small')}>
      <Settings2 aria-hidden="true" className="size-4" />
      {t('recipient.manage')}
    </Link>
  );
}
