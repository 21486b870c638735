import { useSelector } from '@tanstack/react-store';
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { splitName } from '#shared/file-types/file-types.ts';
import { plainName } from '#shared/format/plain-name.ts';
import { useListing, usePlace } from '../explorer-context.ts';
import { renamedPath, useRenameEntry } from '../mutations.ts';
import { renaming } from '../operations/dialogs/explorer-dialog.ts';
import { problemOfName } from '../operations/entry-name.ts';
import type { Entry } from '../queries.ts';
import { revealEntries } from './revealed-entries.ts';

/** Input that renames an entry in the list: Enter or blur renames, Escape cancels. */
export function RenameField({ entry }: { entry: Entry }) {
  const { t } = useTranslation('explorer');
  const { directory } = useListing();
  const rename = useRenameEntry(usePlace().path);
  const name = useSelector(renaming, (current) => current?.name ?? entry.name);
  const input = useRef<HTMLInputElement>(null);
  const isOver = useRef(false);
  const isSettled = useRef(false);
  const problem = problemOfName(name, directory.entries ?? [], entry.name);

  useLayoutEffect(() => {
    const [stem] = entry.isDirectory ? [entry.name] : splitName(entry.name);
    const focus = () => {
      if (document.activeElement === input.current) return;
      const { selection = [0, stem.length] as const } = renaming.get() ?? {};
      input.current?.focus();
      input.current?.setSelectionRange(...selection);
    };
    focus();
    // A closing menu returns the focus to its trigger a moment later.
    const timer = setTimeout(() => {
      isSettled.current = true;
      focus();
    }, 60);
    return () => clearTimeout(timer);
  }, [entry.name, entry.isDirectory]);

  /** Notes what the field has, and where its caret is. */
  function note({ value, selectionStart, selectionEnd }: HTMLInputElement): void {
    if (isOver.current) return;
    const selection = [selectionStart ?? value.length, selectionEnd ?? value.length] as const;
    renaming.set({ path: entry.path, name: value, selection });
  }

  function end(isKept: boolean): void {
    if (isOver.current) return;
    isOver.current = true;
    const cell = input.current?.closest<HTMLElement>('[data-cell]');
    renaming.set(null);
    const next = name.trim();
    cell?.focus();
    if (!isKept || problem || next === entry.name || name === entry.name) return;
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
        onChange={({ currentTarget }) => note(currentTarget)}
        onSelect={({ currentTarget }) => note(currentTarget)}
        onKeyDown={onKeyDown}
        onBlur={() => isSettled.current && end(true)}
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
