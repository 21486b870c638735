export function saveText(text: string, fileName: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // Revoked later, because some browsers read the address only after the click handler has returned.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
