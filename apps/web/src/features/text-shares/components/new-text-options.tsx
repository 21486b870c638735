import { refusalOf } from '#shared/shares/refusal.ts';
import { problemsOfOptions, type ShareOptions } from '#shared/shares/share-options.ts';
import { ShareOptionsFields } from '#shared/shares/share-options-fields.tsx';

export interface NewTextOptionsProps {
  options: ShareOptions;
  /** Why the server did not make the share; what is about the link is shown at its field. */
  refusal: Error | null;
  onChange: (options: ShareOptions) => void;
}

/** The options of a new text, loaded when they are opened. */
export function NewTextOptions({ options, refusal, onChange }: NewTextOptionsProps) {
  return (
    <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-5">
      <ShareOptionsFields
        options={options}
        problems={problemsOfOptions(options)}
        slugError={refusalOf(refusal).slug}
        slugPrefix="/paste/"
        onChange={onChange}
      />
    </div>
  );
}
