/** The code in a message: its only group of four to eight digits, or null. */
export function findCode(text: string): string | null {
  const groups = text.match(/(?<!\d)\d{4,8}(?!\d)/g);
  return groups?.length === 1 ? (groups[0] ?? null) : null;
}
