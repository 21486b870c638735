import { X } from 'lucide-react';
import { useWords } from '../layout/words.ts';
import { IconButton, type IconButtonProps } from './icon-button.tsx';

export interface CloseButtonProps extends Omit<IconButtonProps, 'label' | 'icon'> {
  /** The word for "Close" by default. */
  label?: string;
}

/** Closes what it stands in, at the right end of its first line. */
export function CloseButton({ label, ...rest }: CloseButtonProps) {
  const { close } = useWords();
  return (
    <IconButton
      {...rest}
      size="small"
      label={label ?? close}
      icon={<X />}
      tooltipSide="bottom-end"
    />
  );
}
