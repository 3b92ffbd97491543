import { z } from 'zod';

export { CODE, SEC_CODE } from './codes.ts';

/** The body of every JSON response, whatever its HTTP status. */
export interface Envelope<T> {
  /** One of {@link CODE}. */
  code: number;
  /** A sentence in the caller's `Accept-Language`; empty on success. */
  message: string;
  /** One of {@link SEC_CODE}, or null. */
  secCode: number | null;
  data: T;
}

/** The zod schema of an {@link Envelope} around `data`. */
export function envelope<T extends z.ZodType>(data: T) {
  return z.object({
    code: z.number().int(),
    message: z.string(),
    secCode: z.number().int().nullable(),
    data,
  });
}

/** A page of a list. `nextCursor` is null on the last page; `total` counts the whole list. */
export function page<T extends z.ZodType>(item: T) {
  return z.object({
    items: z.array(item),
    nextCursor: z.string().nullable(),
    total: z.number().int().nonnegative(),
  });
}

/** The query fields of every list call. */
export const pageQuery = z.object({
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
