import { buttonClassName } from '@satchel/ui/actions/button';
import { Link } from '@tanstack/react-router';
import { Settings2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';

/** Leads the owner of a bundle from its page to its row in the list of bundles. */
export function ManageLink({ slug }: { slug: string }) {
  const { t } = useTranslation('share-views');
  return (
    <Link
      to="/admin/bundle-management"
      search={{ q: slug }}
      className={buttonClassName('secondary', 'small')}
    >
      <Settings2 aria-hidden="true" className="size-4" />
      {t('recipient.manage')}
    </Link>
  );
}
