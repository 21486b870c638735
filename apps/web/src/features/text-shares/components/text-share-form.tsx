import { isApiError } from '@satchel/api-client/api-error';
import { Button, buttonClassName } from '@satchel/ui/actions/button';
import { Notice } from '@satchel/ui/feedback/notice';
import { showToast } from '@satchel/ui/feedback/toast-store';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { editDraftName } from '#shared/markdown/drafts/edit-drafts.ts';
import { useEditDraft } from '#shared/markdown/drafts/use-edit-draft.ts';
import { MarkdownEditor } from '#shared/markdown/editor/markdown-editor.tsx';
import type { EditFormProps } from '#shared/shares/editing/own-share-form.tsx';
import { ShareForm } from '#shared/shares/editing/share-form.tsx';
import { type EditableShare, NO_OPTIONS } from '#shared/shares/options/share-options.ts';
import type { ShareChanges } from '#shared/shares/share-changes.ts';
import type { DetectedKind } from '#shared/text/detect-kind.ts';
import { useCreateTextShare, useUpdateTextShare } from '../mutations.ts';
import { type OwnTextShare, textShareQueries } from '../queries.ts';
import { TextKindSelect } from './text-kind-select.tsx';

export interface TextShareFormProps
  extends Pick<EditFormProps<never>, 'onDirtyChange' | 'onSavingChange' | 'onCancel'> {
  share: EditableShare & DetectedKind & { id: string; content: string; updated_at: string };
  onSaved: (slug: string) => void;
}

export function TextShareForm({ share, onDirtyChange, onSaved, ...edits }: TextShareFormProps) {
  const { t } = useTranslation('text-shares');
  // Keeps the version that the user edits, even if the query has read a newer one since.
  const [{ content: savedContent, updated_at: version }] = useState(share);
  const draft = useEditDraft(editDraftName(share.id), savedContent);
  const content = draft.text;
  const [kind, setKind] = useState<DetectedKind>({ kind: share.kind, language: share.language });
  const queryClient = useQueryClient();
  const update = useUpdateTextShare();
  const isOvertaken = isApiError(update.error, 'text_shares.changed');
  const refused = isOvertaken ? update.variables?.changes : undefined;
  const isGone = isApiError(update.error, 'text_shares.not_found');
  const creation = useCreateTextShare(draft.clearSaved);
  const isEmpty = content.trim() === '';
  const isContentChanged = content !== savedContent;
  // Leaves a draft that another tab has stored.
  const discard = useRef(() => {});
  discard.current = () => draft.clearSaved(content);
  // A restored draft is unsaved from the start.
  const tellDirty = useCallback(
    (isDirty: boolean) => onDirtyChange(isDirty || isContentChanged, () => discard.current()),
    [onDirtyChange, isContentChanged],
  );

  function save(changes: ShareChanges, over: string | null = version) {
    update.mutateAsync({ id: share.id, content, ...kind, changes, version: over }).then(
      (updated) => {
        if (updated) showToast('success', t('edit.saved'));
        else keepQueued();
        onDirtyChange(false);
        draft.clearSaved(content);
        // A queued update keeps the old link until it is sent.
        onSaved(updated?.slug ?? share.slug);
      },
      // The form shows the mutation's error.
      () => {},
    );
  }

  /** Lets the next edit start from this one, while it waits for the network. */
  function keepQueued() {
    queryClient.setQueriesData<OwnTextShare>({ queryKey: textShareQueries.keys.own }, (own) =>
      own?.id === share.id ? { ...own, content, ...kind } : own,
    );
  }

  function shareAnew() {
    const options = { ...NO_OPTIONS, remark: share.remark ?? '' };
    creation.mutate(
      { content, ...kind, options },
      {
        onSuccess(created) {
          onDirtyChange(false);
          if (created) onSaved(created.slug);
        },
      },
    );
  }

  return (
    <ShareForm
      share={share}
      extra={{ kind, isContentChanged }}
      isExtraValid={!isEmpty}
      isBusy={update.isPending || creation.isPending}
      error={refused || isGone ? creation.error : update.error}
      onDirtyChange={tellDirty}
      onSubmit={(changes) => save(changes)}
      {...edits}
      before={
        <>
          {refused && (
            <Notice
              tone="danger"
              role="alert"
              action={
                <div className="flex flex-wrap gap-2">
                  <a
                    href={`/paste/${share.slug}`}
                    target="_blank"
                    rel="noopener"
                    className={buttonClassName('secondary', 'small')}
                  >
                    {t('edit.openOther')}
                  </a>
                  <Button size="small" variant="danger" onClick={() => save(refused, null)}>
                    {t('edit.overwrite')}
                  </Button>
                </div>
              }
            >
              {t('edit.changed')}
            </Notice>
          )}
          {isGone && (
            <Notice
              tone="danger"
              role="alert"
              action={
                <Button size="small" onClick={shareAnew}>
                  {t('edit.shareAnew')}
                </Button>
              }
            >
              {t('edit.gone')}
            </Notice>
          )}
          {draft.isRestored && (
            <Notice
              role="status"
              action={
                <Button size="small" onClick={() => draft.setText(savedContent)}>
                  {t('edit.useSaved')}
                </Button>
              }
            >
              {t('edit.restored')}
            </Notice>
          )}
          <MarkdownEditor
            text={content}
            onChange={draft.setText}
            isKept={draft.isKept}
            kind={kind}
            panesClassName="h-[max(16rem,calc(100dvh-38rem))]"
          />
          <TextKindSelect
            chosen={kind}
            detected={kind}
            mayDetect={false}
            onChange={(chosen) => chosen && setKind(chosen)}
          />
          {isEmpty && (
            <p role="alert" className="text-sm text-danger">
              {t('new.empty')}
            </p>
          )}
        </>
      }
    />
  );
}
