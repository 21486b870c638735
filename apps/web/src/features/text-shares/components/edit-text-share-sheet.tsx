import { type EditedShare, EditSheet } from '#shared/shares/editing/edit-sheet.tsx';
import { textShareQueries } from '../queries.ts';
import { TextShareForm } from './text-share-form.tsx';

export function EditTextShareSheet(sheet: EditedShare) {
  return (
    <EditSheet
      {...sheet}
      queries={textShareQueries}
      className="sm:w-[min(64rem,100vw)]"
      form={TextShareForm}
    />
  );
}
