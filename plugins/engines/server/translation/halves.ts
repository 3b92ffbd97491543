/** Both halves of what was asked for. */
export function halvesOf<T>(all: readonly T[]): T[][] {
  const middle = Math.ceil(all.length / 2);
  return [all.slice(0, middle), all.slice(middle)].filter((half) => half.length > 0);
}

/** Does all work, whatever fails of it, and then fails as the first one did: what was paid for is not lost. */
export async function allThrough(work: readonly Promise<void>[]): Promise<void> {
  const ends = await Promise.allSettled(work);
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}
