import { z } from 'zod';

import { failureSchema } from './failure.ts';

/** What the process of a role tells the one that started it. */
export const roleMessageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready'), address: z.string().nullable() }),
  z.object({ type: z.literal('failed'), failure: failureSchema }),
]);
export type RoleMessage = z.output<typeof roleMessageSchema>;
