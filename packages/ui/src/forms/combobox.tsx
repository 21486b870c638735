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
  hint?: string;
  icon?: ReactNode;
}

export interface ComboboxProps extends FieldLabels {
  required?: boolean;
  /** Text of the field: the value of an item, or any other text. */
  value: string;
  onChange: (value: string) => void;
  items: readonly ComboboxItem[];
  /** Whether the caller has already filtered the items by the value; then all of them are shown. */
  areItemsFound?: boolean;
  isLoading?: boolean;
  className?: string;
}

/** Text field with suggestions. The items may come from a server, and the user may enter any other text. */
export function Combobox({
  value,
  onChange,
  items,
  areItemsFound = false,
  isLoading = false,
  ...field
}: ComboboxProps) {
  return (
    <Autocomplete.Root
      items={items}
      value={value}
      onValueChange={onChange}
      itemToStringValue={(item: ComboboxItem) => item.value}
      openOnInputClick
      {...(areItemsFound ? { filter: null } : {})}
    >
      <Field {...field}>
        {(attributes) => (
          <span className="relative flex items-center">
            <Autocomplete.Input
              {...attributes}
              // Repeats the label, because Base UI hides the rest of the page, including the label, while the
              // list is open.
              aria-label={field.label}
              className="control touch-target h-9 min-w-0 pr-8 pl-2.5"
            />
            {isLoading ? (
              <Spinner className="absolute right-2.5 text-ink-faint" />
            ) : (
              <ChevronDown className="pointer-events-none absolute right-2.5 size-4 text-ink-faint" />
            )}
          </span>
        )}
      </Field>
      <Suggestions label={field.label} isLoading={isLoading} />
    </Autocomplete.Root>
  );
}

function Suggestions({ label, isLoading }: { label: string; isLoading: boolean }) {
  return (
    <Autocomplete.Portal>
      <Autocomplete.Positioner sideOffset={4} align="start" className={POSITIONER_CLASS}>
        <Autocomplete.Popup
          className={clsx(POPUP_CLASS, 'w-(--anchor-width) empty:hidden')}
          aria-busy={isLoading || undefined}
        >
          <Autocomplete.List
            aria-label={label}
            className="max-h-[min(20rem,var(--available-height))] overflow-y-auto overscroll-contain p-1 data-empty:p-0"
          >
            {(item: ComboboxItem) => (
              <Autocomplete.Item key={item.value} value={item} className={ITEM_CLASS}>
                {item.icon}
                <span className="min-w-0 wrap-anywhere">{item.value}</span>
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
