export interface ChooseFilesOptions {
  /** By default true. */
  isMultiple?: boolean;
  /** A folder with all that is in it; by default false. */
  isFolder?: boolean;
}

/** Opens the system's picker, in an event of the user's. Nothing comes where that is cancelled. */
export function chooseFiles(
  onFiles: (files: FileList) => void,
  { isMultiple = true, isFolder = false }: ChooseFilesOptions = {},
): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.hidden = true;
  input.multiple = isMultiple;
  input.webkitdirectory = isFolder;
  input.addEventListener('change', () => {
    input.remove();
    if (input.files) onFiles(input.files);
  });
  input.addEventListener('cancel', () => input.remove());
  // WebKit forgets one that is in no document while its picker is open.
  document.body.append(input);
  input.click();
}
