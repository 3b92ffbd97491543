/** Whether a title contains every typed word, ignoring case. */
export function matchesWords(title: string, typed: string): boolean {
  const where = title.toLocaleLowerCase();
  return typed
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => where.includes(word));
}
