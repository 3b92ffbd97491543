import { z } from 'zod';

import { failureSchema } from './failure.ts';

/** What a role's process sends to the process that started it. */
export const roleMessageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready'), address: z.string().nullable() }),
  z.object({ type: z.literal('failed'), failure: failureSchema }),
]);
export type RoleMessage = z.output<typeof roleMessageSchema>;
