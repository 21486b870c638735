/** Has the browser save what was fetched, under a name. Bytes, because a text would lose its mark of UTF-8. */
export function saveExport(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // Revoked later, because some browsers read the address only after the click handler has returned.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
