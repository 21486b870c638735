import type { ReactNode, RefObject } from 'react';

/** A button that lets the visitor choose files of the machine. */
export function Chooser({
  children,
  name,
  kind = '',
  isMultiple = false,
  onChoose,
  input,
}: {
  readonly children: ReactNode;
  /** Accessible name if the text alone does not name the file; default the text. */
  readonly name?: string;
  readonly kind?: 'primary' | '';
  readonly isMultiple?: boolean;
  readonly onChoose: (files: Iterable<File>) => void;
  readonly input?: RefObject<HTMLInputElement | null>;
}) {
  return (
    <label className={`button ${kind}`}>
      <input
        type="file"
        className="unseen"
        aria-label={name}
        multiple={isMultiple}
        ref={input}
        onChange={({ target }) => {
          onChoose([...(target.files ?? [])]);
          // Choosing the same file once more has to be a change as well.
          target.value = '';
        }}
      />
      {children}
    </label>
  );
}
