import { X } from 'lucide-react';
import { useWords } from '../layout/words.ts';
import { IconButton } from './icon-button.tsx';

export interface CloseButtonProps {
  /** The word for "Close" by default. */
  label?: string;
  onClick: () => void;
}

/** Closes what it stands in, at the right end of its first line. */
export function CloseButton({ label, onClick }: CloseButtonProps) {
  const { close } = useWords();
  return (
    <IconButton
      size="small"
      label={label ?? close}
      icon={<X />}
      tooltipSide="bottom-end"
      onClick={onClick}
    />
  );
}
