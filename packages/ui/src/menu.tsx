import { Menu as Primitive } from '@base-ui/react/menu';
import clsx from 'clsx';
import { type ReactNode, useId } from 'react';

export interface MenuItem {
  key: string;
  label: string;
  icon?: ReactNode;
  isDangerous?: boolean;
  isDisabled?: boolean;
  onSelect: () => void;
}

export interface MenuProps {
  /** The accessible name of the button that opens the menu. */
  label: string;
  icon: ReactNode;
  items: readonly MenuItem[];
  className?: string;
}

export function Menu({ label, icon, items, className }: MenuProps) {
  const id = useId();
  return (
    <Primitive.Root>
      <Primitive.Trigger
        id={id}
        aria-label={label}
        title={label}
        className={clsx(
          'touch-target inline-flex size-8 items-center justify-center rounded-md text-ink-muted hover:bg-hover hover:text-ink data-[popup-open]:bg-hover [&_svg]:size-4',
          className,
        )}
      >
        {icon}
      </Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Positioner className="z-50 outline-none" sideOffset={4} align="end">
          <Primitive.Popup className="min-w-44 origin-[var(--transform-origin)] rounded-lg border border-line bg-raised p-1 shadow-md transition-[opacity,transform] duration-100 outline-none data-[starting-style]:scale-95 data-[starting-style]:opacity-0 data-[ending-style]:opacity-0">
            {items.map((item) => (
              <Primitive.Item
                key={item.key}
                disabled={item.isDisabled ?? false}
                onClick={item.onSelect}
                className={clsx(
                  'flex min-h-8 cursor-pointer items-center gap-2.5 rounded-sm px-2.5 py-1.5 text-sm outline-none select-none data-[highlighted]:bg-hover data-[disabled]:cursor-not-allowed data-[disabled]:opacity-50 pointer-coarse:min-h-11 [&_svg]:size-4',
                  item.isDangerous ? 'text-danger' : 'text-ink',
                )}
              >
                {item.icon}
                {item.label}
              </Primitive.Item>
            ))}
          </Primitive.Popup>
        </Primitive.Positioner>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
