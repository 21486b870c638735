import { Skeleton } from '@satchel/ui/feedback/skeleton';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { QueryContent } from '#shared/panel/query-content.tsx';
import type { UnsavedEdits } from '#shared/unsaved/use-unsaved-edits.tsx';
import type { createShareQueries } from '../share-queries.ts';

export type OwnQueries<Share> = Pick<
  ReturnType<typeof createShareQueries<never, never, Share, never, never>>,
  'own' | 'name'
>;

/** Props of a share's edit form. */
export interface EditFormProps<Share> {
  share: Share;
  onDirtyChange: UnsavedEdits['setDirty'];
  onSavingChange: UnsavedEdits['setSaving'];
  onCancel: () => void;
  onSaved: () => void;
}

/** Form of a share of one kind, with the queries that read it. */
export interface OwnShareParts<Share> {
  queries: OwnQueries<Share>;
  form: ComponentType<EditFormProps<Share>>;
}

export interface OwnShareFormProps<Share> extends OwnShareParts<Share> {
  id: string;
  edits: UnsavedEdits;
  /** Called with the share as it is now; undefined if the change waits for the network. */
  onSaved: (share: Share | undefined) => void;
}

/** Reads a share and shows the form that edits it. */
export function OwnShareForm<Share>({
  id,
  queries,
  form: Form,
  edits,
  onSaved,
}: OwnShareFormProps<Share>) {
  const { t } = useTranslation(queries.name);
  const queryClient = useQueryClient();
  const share = useQuery(queries.own(id));
  return (
    <QueryContent
      query={share}
      failure={t('edit.loadFailed')}
      placeholder={<Skeleton className="h-96" />}
    >
      {(data) => (
        <Form
          share={data}
          onDirtyChange={edits.setDirty}
          onSavingChange={edits.setSaving}
          onCancel={edits.leave}
          onSaved={() => onSaved(queryClient.getQueryData<Share>(queries.own(id).queryKey))}
        />
      )}
    </QueryContent>
  );
}
