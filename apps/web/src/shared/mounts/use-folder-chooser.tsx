import { type ComponentType, type ReactNode, useState } from 'react';
import type { FolderChooserProps } from './folder-chooser-props.ts';

/**
 * Lets the user choose a folder of a mount. `choose` opens the dialog, which the caller renders; it closes when a
 * folder is chosen.
 */
export function useFolderChooser(
  FolderChooser: ComponentType<FolderChooserProps> | undefined,
  { onChoose, ...words }: Omit<FolderChooserProps, 'onClose'>,
): { choose: () => void; dialog: ReactNode } {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return {
    choose: () => setIsOpen(true),
    dialog: isOpen && FolderChooser && (
      <FolderChooser
        {...words}
        onChoose={(path) => {
          close();
          onChoose(path);
        }}
        onClose={close}
      />
    ),
  };
}
