import { z } from 'zod';

/** Eleven digits, the first a 1, the second from 3 to 9. */
export const mobileSchema = z.string().regex(/^1[3-9]\d{9}$/, 'account:refused.mobile-format');
/** A code as received by SMS. */
export const codeSchema = z.string().regex(/^\d{4,8}$/, 'account:refused.code-format');
