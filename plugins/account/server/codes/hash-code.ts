import { createHmac } from 'node:crypto';

import type { ServerContext } from '#core/server/plugins/context.ts';

/** A code as the table keeps it. Six digits are soon guessed, so the hash has a key that the database lacks. */
export function hashCode(ctx: Pick<ServerContext, 'keyFor'>, mobile: string, code: string): string {
  return createHmac('sha256', ctx.keyFor('sms-code')).update(`${mobile}:${code}`).digest('base64url');
}
