import { problemsOfOptions, type ShareOptions } from '#shared/shares/options/share-options.ts';
import { ShareOptionsFields } from '#shared/shares/options/share-options-fields.tsx';
import { refusalOf } from '#shared/shares/refusal.ts';

export interface NewTextOptionsProps {
  options: ShareOptions;
  /** Error of the last attempt; the slug's field shows errors about the link. */
  refusal: Error | null;
  onChange: (options: ShareOptions) => void;
}

/** Options of a new text, loaded when the user opens them. */
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
