/** Saves a file through the browser. Takes a blob, because a string would lose its byte order mark. */
export function saveFile(content: Blob, fileName: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // Revoked later, because some browsers read the address only after the click handler has returned.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

export function saveText(text: string, fileName: string): void {
  saveFile(new Blob([text], { type: 'text/plain;charset=utf-8' }), fileName);
}
