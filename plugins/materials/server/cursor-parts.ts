/** Whether a part of a cursor is a time as `Date` writes it. */
export function isCursorTime(text: string): boolean {
  const time = new Date(text);
  return !Number.isNaN(time.getTime()) && time.toISOString() === text && /^\d{4}-/.test(text);
}

/** Whether a part of a cursor is an id. */
export function isCursorId(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}
