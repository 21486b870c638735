import { Skeleton } from '@satchel/ui/feedback/skeleton';
import { SideSheet } from '@satchel/ui/overlays/side-sheet';
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { QueryContent } from '#shared/panel/query-content.tsx';
import { useUnsavedEdits } from '#shared/unsaved/use-unsaved-edits.tsx';
import type { createShareQueries } from './share-queries.ts';

type OwnQueries<Share> = Pick<
  ReturnType<typeof createShareQueries<never, never, Share, never, never>>,
  'own' | 'name'
>;

/** Props of a share's edit form. */
export interface EditFormProps<Share> {
  share: Share;
  onDirtyChange: (isDirty: boolean) => void;
  onCancel: () => void;
  onSaved: () => void;
}

/** The share that is edited. */
export interface EditedShare {
  id: string;
  onClose: () => void;
}

export interface EditSheetProps<Share> extends EditedShare {
  queries: OwnQueries<Share>;
  description?: (share: Share) => string;
  className?: string;
  onDiscard?: () => void;
  form: ComponentType<EditFormProps<Share>>;
}

/** Sheet that edits one share. It asks before it closes with unsaved changes. */
export function EditSheet<Share>(props: EditSheetProps<Share>) {
  const { t } = useTranslation(props.queries.name);
  const share = useQuery(props.queries.own(props.id));
  const edits = useUnsavedEdits(props.onClose, props.onDiscard);
  return (
    <SideSheet
      isOpen
      onClose={edits.leave}
      title={t('edit.title')}
      description={share.data && props.description?.(share.data)}
      // The bar with Save covers the padding of the sheet.
      className={clsx('[--form-inset:1.25rem]', props.className ?? 'sm:w-[min(34rem,100vw)]')}
    >
      <QueryContent
        query={share}
        failure={t('edit.loadFailed')}
        placeholder={<Skeleton className="h-96" />}
      >
        {(data) => (
          <props.form
            share={data}
            onDirtyChange={edits.setDirty}
            onCancel={edits.leave}
            onSaved={props.onClose}
          />
        )}
      </QueryContent>
      {edits.question}
    </SideSheet>
  );
}
