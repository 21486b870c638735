import type { ComponentType } from 'react';
import type { FolderChooserProps } from '#shared/mounts/folder-chooser-props.ts';
import { EditSheet, type RowProps } from '#shared/panel/sheets/edit-sheet.tsx';
import type { RequestRow } from '../queries.ts';
import { useCreateRequest, useUpdateRequest } from './mutations.ts';
import { RequestFields } from './request-fields.tsx';
import {
  changesOf,
  NEW_REQUEST,
  newRequestOf,
  optionsOf,
  problemsOf,
  type RequestOptions,
} from './request-options.ts';

/** Request whose link, or whose new secret, the user has to see. */
export interface SavedRequest {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  readonly isNew: boolean;
  /** Secret of a new webhook. */
  readonly secret: string | null;
}

export interface RequestSheetProps extends RowProps<RequestRow> {
  FolderChooser: ComponentType<FolderChooserProps> | undefined;
  /** Called after a request was created, or got a webhook. */
  onSaved: (saved: SavedRequest) => void;
}

export function RequestSheet({ row, FolderChooser, onSaved, onClose }: RequestSheetProps) {
  const create = useCreateRequest();
  const update = useUpdateRequest();

  async function change(edited: RequestRow, options: RequestOptions): Promise<void> {
    const body = changesOf(options, edited);
    const {
      id,
      slug,
      title,
      notify_secret: secret,
    } = await update.mutateAsync({
      id: edited.id,
      body,
    });
    if (secret !== null) onSaved({ id, slug, title, secret, isNew: false });
  }

  return (
    <EditSheet
      texts="upload-requests"
      row={row && { ...row, name: row.title }}
      initial={row ? optionsOf(row) : NEW_REQUEST}
      problemsOf={problemsOf}
      onCreate={(options) => create.mutateAsync(newRequestOf(options))}
      onUpdate={change}
      onCreated={({ id, slug, title, notify_secret: secret }) => {
        onClose();
        onSaved({ id, slug, title, secret, isNew: true });
      }}
      onClose={onClose}
    >
      {(form) => <RequestFields form={form} row={row} FolderChooser={FolderChooser} />}
    </EditSheet>
  );
}
