import { can } from '@satchel/api-client/permissions';
import { useTranslation } from 'react-i18next';
import type { FolderChooserProps } from '#shared/mounts/folder-chooser-props.ts';
import { usePrincipal } from '#shared/session/use-session.ts';
import { homeOf } from '../../abilities.ts';
import { FolderDialog } from './folder-dialog.tsx';

/** Lets the user choose a folder on pages outside the explorer. */
export function FolderChooser({ permission, ...dialog }: FolderChooserProps) {
  const { t } = useTranslation('explorer');
  const principal = usePrincipal();
  return (
    <FolderDialog
      {...dialog}
      start={homeOf(principal)}
      refusalOf={(folder, { isVirtual }) =>
        isVirtual || !can(principal, permission, folder) ? t('picker.chooseOther') : undefined
      }
    />
  );
}
