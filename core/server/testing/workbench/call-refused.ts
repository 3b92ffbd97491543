import { z } from 'zod';

import type { Call } from '#core/contract/call.ts';

const failureSchema = z.object({
  error: z.string(),
  fields: z.array(z.looseObject({ field: z.string() })).optional(),
});

/** The answer to a call that was refused, or that failed. */
export class CallRefused extends Error {
  /** HTTP status. */
  readonly status: number;
  /** The key of its message: `shot-list:too-many`; empty when the answer names none. */
  readonly code: string;
  /** The fields that do not fit, as in `body.name`. */
  readonly fields: readonly string[];

  constructor(call: Pick<Call, 'method' | 'path'>, status: number, answer: { message: string; data: unknown }) {
    const failure = failureSchema.safeParse(answer.data).data;
    super(`${call.method} ${call.path} answers ${status}: ${answer.message}`);
    this.name = 'CallRefused';
    this.status = status;
    this.code = failure?.error ?? '';
    this.fields = failure?.fields?.map(({ field }) => field) ?? [];
  }
}
