export interface ChooseFilesOptions {
  /** Default true. */
  isMultiple?: boolean;
  /** Whether to choose a folder with all its files. Default false. */
  isFolder?: boolean;
}

/** Opens the system's file picker; call it in a user event. Never calls back if the user cancels. */
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
  // WebKit drops an input outside the document while its picker is open.
  document.body.append(input);
  input.click();
}
