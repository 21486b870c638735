import { type EditFormProps, OwnShareForm } from '#shared/shares/editing/own-share-form.tsx';
import { ShareForm } from '#shared/shares/editing/share-form.tsx';
import { useSaving } from '#shared/shares/editing/use-saving.ts';
import type { LinkOptionsProps } from '#shared/shares/result/share-result-sheet.tsx';
import { useUpdateTextShare } from '../mutations.ts';
import { type OwnTextShare, textShareQueries } from '../queries.ts';

/** Options of a new text, below its link. */
export function TextLinkOptions(given: LinkOptionsProps) {
  return <OwnShareForm {...given} queries={textShareQueries} form={OptionsForm} />;
}

/** Changes the options of a text, and leaves the text as it is. */
function OptionsForm({ share, ...sheet }: EditFormProps<OwnTextShare>) {
  const { form, save } = useSaving(useUpdateTextShare(), sheet);
  const { id, content, kind, language, updated_at: version } = share;
  return (
    <ShareForm
      {...form}
      share={share}
      extra={NOTHING}
      onSubmit={(changes) => save({ id, content, kind, language, changes, version })}
    />
  );
}

/** A text has no options of its own. */
const NOTHING = {};
