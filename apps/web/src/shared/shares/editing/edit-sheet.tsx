import { SideSheet } from '@satchel/ui/overlays/side-sheet';
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { useTranslation } from 'react-i18next';
import { useUnsavedEdits } from '#shared/unsaved/use-unsaved-edits.tsx';
import { OwnShareForm, type OwnShareParts } from './own-share-form.tsx';

/** The share that is edited. */
export interface EditedShare {
  id: string;
  onClose: () => void;
}

export interface EditSheetProps<Share> extends EditedShare, OwnShareParts<Share> {
  description?: (share: Share) => string;
  className?: string;
}

/** Sheet that edits one share. It asks before it closes with unsaved changes. */
export function EditSheet<Share>(props: EditSheetProps<Share>) {
  const { t } = useTranslation(props.queries.name);
  const share = useQuery(props.queries.own(props.id)).data;
  const edits = useUnsavedEdits(props.onClose);
  return (
    <SideSheet
      onClose={edits.leave}
      title={t('edit.title')}
      description={share && props.description?.(share)}
      // The bar with Save covers the padding of the sheet.
      className={clsx('[--form-inset:1.25rem]', props.className ?? 'sm:w-[min(34rem,100vw)]')}
    >
      <OwnShareForm
        id={props.id}
        queries={props.queries}
        form={props.form}
        edits={edits}
        onSaved={props.onClose}
      />
      {edits.question}
    </SideSheet>
  );
}
