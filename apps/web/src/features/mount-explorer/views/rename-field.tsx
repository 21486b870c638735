import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { splitName } from '#shared/file-types/file-types.ts';
import { plainName } from '#shared/format/plain-name.ts';
import { useListing, usePlace } from '../explorer-context.ts';
import { renamedPath, useRenameEntry } from '../mutations.ts';
import { problemOfName } from '../operations/entry-name.ts';
import { renamingPath } from '../operations/explorer-dialog.ts';
import type { Entry } from '../queries.ts';
import { revealEntries } from './revealed-entries.ts';

/** Input that renames an entry in the list: Enter or blur renames, Escape cancels. */
export function RenameField({ entry }: { entry: Entry }) {
  const { t } = useTranslation('explorer');
  const { directory } = useListing();
  const rename = useRenameEntry(usePlace().path);
  const [name, setName] = useState(entry.name);
  const input = useRef<HTMLInputElement>(null);
  const isOver = useRef(false);
  const problem = problemOfName(name, directory.entries ?? [], entry.name);

  useEffect(() => {
    const field = input.current;
    if (!field) return;
    // Takes the focus with a delay, because a closing menu returns the focus to its trigger a moment later.
    const timer = setTimeout(() => {
      field.focus();
      const [stem] = entry.isDirectory ? [entry.name] : splitName(entry.name);
      field.setSelectionRange(0, stem.length);
    }, 60);
    return () => clearTimeout(timer);
  }, [entry]);

  function end(isKept: boolean): void {
    if (isOver.current) return;
    isOver.current = true;
    const cell = input.current?.closest<HTMLElement>('[data-cell]');
    renamingPath.set(null);
    const next = name.trim();
    cell?.focus();
    if (!isKept || problem || next === entry.name) return;
    revealEntries([renamedPath(entry, next)]);
    rename.mutate({ entry, name: next });
  }

  function onKeyDown(event: KeyboardEvent): void {
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && (!problem || name === entry.name)) end(true);
    else if (event.key === 'Escape') end(false);
  }

  return (
    <span className="relative block min-w-40">
      <input
        ref={input}
        value={name}
        aria-label={t('rename.label', { name: plainName(entry.name) })}
        aria-invalid={problem !== undefined}
        aria-describedby={problem && 'rename-problem'}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={() => end(true)}
        onDoubleClick={(event) => event.stopPropagation()}
        className="control h-7 px-1.5 text-sm"
      />
      {problem && (
        <span
          id="rename-problem"
          role="alert"
          className="absolute top-full left-0 z-10 mt-1 rounded-sm bg-danger px-2 py-1 text-caption whitespace-nowrap text-on-danger shadow-md"
        >
          {t(`names.${problem}`)}
        </span>
      )}
    </span>
  );
}
