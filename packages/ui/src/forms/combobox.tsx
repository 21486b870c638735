import { Autocomplete } from '@base-ui/react/autocomplete';
import clsx from 'clsx';
import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { Spinner } from '../feedback/spinner.tsx';
import { ITEM_CLASS, POPUP_CLASS, POSITIONER_CLASS } from '../overlays/popup-class.ts';
import { Field, type FieldLabels } from './field.tsx';

export interface ComboboxItem {
  /** Value that the field gets. */
  value: string;
  /** Text in the list; default the value. */
  label?: string;
  hint?: string;
  icon?: ReactNode;
}

export interface ComboboxProps extends FieldLabels {
  placeholder?: string;
  icon?: ReactNode;
  required?: boolean;
  disabled?: boolean;
  /** Text of the field: the value of an item, or any other text. */
  value: string;
  onChange: (value: string) => void;
  /** Called in addition to `onChange` when the user chooses an item. */
  onPick?: (item: ComboboxItem) => void;
  items: readonly ComboboxItem[];
  /** Whether the caller has already filtered the items by the value; then all of them are shown. */
  areItemsFound?: boolean;
  isLoading?: boolean;
  loadingText?: string;
  /** Message if nothing matches; default no list. */
  noResultsText?: string;
  className?: string;
}

/** Text field with suggestions. The items may come from a server, and the user may enter any other text. */
export function Combobox({
  placeholder,
  icon,
  disabled = false,
  value,
  onChange,
  onPick,
  items,
  areItemsFound = false,
  isLoading = false,
  loadingText,
  noResultsText,
  ...field
}: ComboboxProps) {
  return (
    <Autocomplete.Root
      items={items}
      value={value}
      onValueChange={onChange}
      itemToStringValue={(item: ComboboxItem) => item.value}
      openOnInputClick
      disabled={disabled}
      {...(areItemsFound ? { filter: null } : {})}
    >
      <Field {...field}>
        {(attributes) => (
          <span className="relative flex items-center">
            {icon && (
              <span aria-hidden="true" className="absolute left-2.5 text-ink-faint [&_svg]:size-4">
                {icon}
              </span>
            )}
            <Autocomplete.Input
              {...attributes}
              // Repeats the label, because Base UI hides the rest of the page, including the label, while the
              // list is open.
              aria-label={field.label}
              placeholder={placeholder}
              className={clsx('control touch-target h-9 min-w-0 pr-8 pl-2.5', icon && 'pl-8.5')}
            />
            {isLoading ? (
              <Spinner className="absolute right-2.5 text-ink-faint" />
            ) : (
              <ChevronDown
                aria-hidden="true"
                className="pointer-events-none absolute right-2.5 size-4 text-ink-faint"
              />
            )}
          </span>
        )}
      </Field>
      <Suggestions {...{ label: field.label, isLoading, loadingText, noResultsText, onPick }} />
    </Autocomplete.Root>
  );
}

interface SuggestionsProps {
  label: string;
  isLoading: boolean;
  loadingText: string | undefined;
  noResultsText: string | undefined;
  onPick: ((item: ComboboxItem) => void) | undefined;
}

const NOTE_CLASS = 'px-3 py-2 text-meta text-ink-muted empty:hidden';

function Suggestions({ label, isLoading, loadingText, noResultsText, onPick }: SuggestionsProps) {
  return (
    <Autocomplete.Portal>
      <Autocomplete.Positioner sideOffset={4} align="start" className={POSITIONER_CLASS}>
        <Autocomplete.Popup
          className={clsx(POPUP_CLASS, 'w-(--anchor-width) empty:hidden')}
          aria-busy={isLoading || undefined}
        >
          <Autocomplete.Status className={NOTE_CLASS}>
            {isLoading ? loadingText : null}
          </Autocomplete.Status>
          <Autocomplete.Empty className={NOTE_CLASS}>
            {isLoading ? null : noResultsText}
          </Autocomplete.Empty>
          <Autocomplete.List
            aria-label={label}
            className="max-h-[min(20rem,var(--available-height))] overflow-y-auto overscroll-contain p-1 data-empty:p-0"
          >
            {(item: ComboboxItem) => (
              <Autocomplete.Item
                key={item.value}
                value={item}
                onClick={() => onPick?.(item)}
                className={ITEM_CLASS}
              >
                {item.icon}
                <span className="min-w-0 wrap-anywhere">{item.label ?? item.value}</span>
                {item.hint && (
                  <span className="ml-auto shrink-0 text-caption text-ink-faint">{item.hint}</span>
                )}
              </Autocomplete.Item>
            )}
          </Autocomplete.List>
        </Autocomplete.Popup>
      </Autocomplete.Positioner>
    </Autocomplete.Portal>
  );
}
