/** Symbols hold no white space, so that outputs fit into one text, which moves between threads at once. */
export function packHistory(history: readonly (readonly string[])[]): string {
  return history.map((symbols) => symbols.join(' ')).join('\n');
}

/** Reads what {@link packHistory} wrote. */
export function unpackHistory(packed: string): string[][] {
  return packed === '' ? [] : packed.split('\n').map((line) => line.split(' ').filter(Boolean));
}
