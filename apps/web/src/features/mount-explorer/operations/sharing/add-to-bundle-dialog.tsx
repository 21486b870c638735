import { Button } from '@satchel/ui/actions/button';
import { RadioGroup } from '@satchel/ui/forms/radio-group';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showErrorToast } from '#shared/errors/show-error-toast.ts';
import { SearchDialog } from '#shared/panel/sheets/search-dialog.tsx';
import type { Entry } from '../../queries.ts';
import { openBundlesOptions, useAddToBundle } from './add-to-bundle.ts';

export interface AddToBundleDialogProps {
  entries: readonly Entry[];
  onAdded: () => void;
  onClose: () => void;
}

/** Lets the user add entries of mounts to a bundle that exists. The entries stay where they are. */
export function AddToBundleDialog({ entries, onAdded, onClose }: AddToBundleDialogProps) {
  const { t } = useTranslation(['explorer', 'shell']);
  const [chosen, setChosen] = useState('');
  const add = useAddToBundle(entries);
  return (
    <SearchDialog
      title={t('share.existingTitle')}
      description={t('share.existingHint')}
      rowsOptions={openBundlesOptions}
      failure={t('share.bundlesFailed')}
      empty={t('share.noBundles')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('shell:actions.cancel')}</Button>
          <Button
            variant="primary"
            disabled={chosen === ''}
            isBusy={add.isPending}
            onClick={() => add.mutate(chosen, { onSuccess: onAdded, onError: showErrorToast })}
          >
            {t('share.add')}
          </Button>
        </>
      }
    >
      {(bundles) => (
        <RadioGroup
          className="p-3 [&_[role=radiogroup]]:flex-col"
          label={t('share.bundles')}
          isLabelHidden
          value={chosen}
          onChange={setChosen}
          options={bundles.map(({ id, title, slug, item_count: count }) => ({
            value: id,
            label: title || slug,
            hint: t('share.bundleHint', { count: count ?? 0, slug }),
          }))}
        />
      )}
    </SearchDialog>
  );
}
