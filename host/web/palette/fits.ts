/** Whether a title has what was typed: each word of it somewhere, whatever the case. */
export function fits(title: string, typed: string): boolean {
  const where = title.toLocaleLowerCase();
  return typed
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => where.includes(word));
}
