import { z } from 'zod';

import { defineCall } from './call.ts';
import { GRANTABLE_SERVICES } from './kernel-services.ts';

/**
 * The phase in which a plugin from outside failed in a browser. `requires` and `integrity` come before any code of it
 * ran.
 */
export const FAULT_PHASES = [
  'integrity',
  'requires',
  'import',
  'activate',
  'render',
  'effect',
  'handler',
  'promise',
  'hang',
] as const;

const params = z.strictObject({ id: z.string().max(40) });
const version = z.string().max(40);

/** A browser saw a plugin from outside fail. Reported at most a few times a minute. */
export const reportPluginFault = defineCall({
  method: 'POST',
  path: '/api/plugins/:id/faults',
  summary: 'Notes that a plugin from outside went wrong in a browser.',
  params,
  body: z.strictObject({ version, phase: z.enum(FAULT_PHASES), message: z.string().max(4_000) }),
  data: z.object({}),
});

/** Most uses of one service in one report. */
export const MAX_USES = 10_000;

/** A plugin from outside used services that it was granted; reported every few seconds. */
export const reportPluginUses = defineCall({
  method: 'POST',
  path: '/api/plugins/:id/uses',
  summary:
    'Counts how often a plugin from outside used the services that it was granted, by the names of their tokens.',
  params,
  body: z.strictObject({
    uses: z
      .record(z.string().max(60), z.number().int().min(1).max(MAX_USES))
      .refine((uses) => Object.keys(uses).length <= GRANTABLE_SERVICES.length),
  }),
  data: z.object({}),
});

/** A browser activated a version without a fault; reported once per session and version. */
export const reportPluginProven = defineCall({
  method: 'POST',
  path: '/api/plugins/:id/proven',
  summary: 'Notes that a browser has activated a version of a plugin from outside without a fault.',
  params,
  body: z.strictObject({ version }),
  data: z.object({}),
});
