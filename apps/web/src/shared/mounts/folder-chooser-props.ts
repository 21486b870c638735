/** Dialog in which the user chooses a folder of a mount. The explorer has it, and routes pass it to pages. */
export interface FolderChooserProps {
  title: string;
  /** Label of the button that chooses the shown folder. */
  submitLabel: string;
  /** Permission that the user needs in the chosen folder. */
  permission: 'mount_view' | 'mount_upload';
  onChoose: (path: string) => void;
  onClose: () => void;
}
