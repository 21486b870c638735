import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import clsx from 'clsx';
import { Search, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { ariaShortcut, Shortcut } from '../actions/kbd.tsx';
import { Spinner } from '../feedback/spinner.tsx';
import { useWords } from '../layout/words.ts';
import { useCloseOnBack } from './bottom-sheet.tsx';
import { GROUP_LABEL_CLASS, ITEM_CLASS } from './popup-class.ts';

export interface Command {
  key: string;
  label: string;
  /** Secondary text after the label, such as the folder of a file. */
  hint?: string;
  /** Further words that the search matches. */
  keywords?: string;
  icon?: ReactNode;
  /** Shown at the end, such as "Ctrl+U"; the page handles the keys. */
  shortcut?: string;
  onSelect: () => void;
}

export interface CommandGroup {
  key: string;
  label: string;
  items: readonly Command[];
  /** Whether the caller has searched for the items; then the palette does not filter them by the query. */
  isFound?: boolean;
}

export interface CommandPaletteProps {
  onClose: () => void;
  label: string;
  placeholder: string;
  noResultsText: string;
  groups: readonly CommandGroup[];
  query: string;
  onQueryChange: (query: string) => void;
  isLoading?: boolean;
  loadingText?: string;
}

function matches(text: string, query: string): boolean {
  const words = query.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const within = text.toLocaleLowerCase();
  return words.every((word) => within.includes(word));
}

function filterGroups(groups: readonly CommandGroup[], query: string) {
  return groups
    .map((group) => ({
      ...group,
      items: group.isFound
        ? [...group.items]
        : group.items.filter(({ label, keywords = '' }) => matches(`${label} ${keywords}`, query)),
    }))
    .filter((group) => group.items.length > 0);
}

/** Searchable list of all commands and pages. */
export function CommandPalette(props: CommandPaletteProps) {
  useCloseOnBack();
  return (
    <Dialog.Root
      open
      onOpenChange={(isNowOpen) => {
        if (!isNowOpen) props.onClose();
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-50 bg-scrim transition-opacity duration-calm data-starting-style:opacity-0 data-ending-style:opacity-0" />
        <Dialog.Viewport className="fixed inset-0 z-50 flex items-start justify-center overflow-hidden p-3 sm:pt-[12vh]">
          <Dialog.Popup
            aria-label={props.label}
            className="flex max-h-[min(32rem,85dvh)] w-full max-w-xl flex-col overflow-clip rounded-xl border border-line bg-surface text-ink shadow-lg outline-none transition-[opacity,scale] duration-calm ease-enter data-starting-style:scale-98 data-starting-style:opacity-0 data-ending-style:opacity-0"
          >
            <Commands {...props} />
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Commands(props: CommandPaletteProps) {
  const { close } = useWords();
  const groups = filterGroups(props.groups, props.query);
  return (
    <Autocomplete.Root
      open
      inline
      items={groups}
      filter={null}
      value={props.query}
      onValueChange={(query, details) => {
        // Keeps the query, because Base UI would put the chosen command into the input.
        if (details.reason !== 'item-press') props.onQueryChange(query);
      }}
      itemToStringValue={(command: Command) => command.label}
      autoHighlight="always"
      keepHighlight
    >
      <div className="flex items-center gap-2.5 border-b border-line px-4">
        <Search className="size-4.5 shrink-0 text-ink-faint" />
        <Autocomplete.Input
          aria-label={props.label}
          placeholder={props.placeholder}
          className="h-13 min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-ink-faint"
        />
        {props.isLoading && <Spinner className="text-ink-faint" />}
        <Dialog.Close
          aria-label={close}
          className="touch-target inline-flex size-7 shrink-0 items-center justify-center rounded-sm text-ink-faint hover:bg-hover hover:text-ink"
        >
          <X className="size-4" />
        </Dialog.Close>
      </div>
      <Autocomplete.Status className="sr-only">
        {props.isLoading ? props.loadingText : null}
      </Autocomplete.Status>
      <Autocomplete.Empty className="px-4 py-8 text-center text-sm text-ink-muted empty:hidden">
        {props.isLoading ? props.loadingText : props.noResultsText}
      </Autocomplete.Empty>
      <Autocomplete.List
        aria-label={props.label}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-2 scroll-py-2 data-empty:hidden"
      >
        {(group: CommandGroup) => (
          <Autocomplete.Group key={group.key} items={group.items}>
            <Autocomplete.GroupLabel className={GROUP_LABEL_CLASS}>
              {group.label}
            </Autocomplete.GroupLabel>
            <Autocomplete.Collection>
              {(command: Command) => (
                <CommandItem key={command.key} command={command} onClose={props.onClose} />
              )}
            </Autocomplete.Collection>
          </Autocomplete.Group>
        )}
      </Autocomplete.List>
    </Autocomplete.Root>
  );
}

function CommandItem({ command, onClose }: { command: Command; onClose: () => void }) {
  return (
    <Autocomplete.Item
      value={command}
      aria-keyshortcuts={ariaShortcut(command.shortcut)}
      onClick={() => {
        onClose();
        command.onSelect();
      }}
      className={clsx(
        ITEM_CLASS,
        'min-h-9 text-ink-muted data-highlighted:bg-accent-soft data-highlighted:text-ink',
      )}
    >
      {command.icon}
      <span className="min-w-0 truncate">{command.label}</span>
      {command.hint && (
        <span className="min-w-0 truncate text-caption text-ink-faint">{command.hint}</span>
      )}
      {command.shortcut && (
        <span className="ml-auto">
          <Shortcut keys={command.shortcut} isHidden />
        </span>
      )}
    </Autocomplete.Item>
  );
}
