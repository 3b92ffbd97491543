import type { ByteRange } from '#core/server/services/files/file-store.ts';

/**
 * Reads a `Range` header against a size in bytes. Answers the one range asked for,
 * `unsatisfiable` when it lies outside, and undefined when the whole is to be sent:
 * no header, another unit, several ranges, or a header that makes no sense.
 */
export function byteRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '');
  const [first, last] = [match?.[1], match?.[2]];
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return undefined;
  return start >= size ? 'unsatisfiable' : { start, end };
}
