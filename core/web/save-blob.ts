/** Makes the browser download a blob as a file, without leaving the page. */
export function saveBlob(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // By then the browser has started reading it.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
