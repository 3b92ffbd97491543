import { z } from 'zod';

import { defineCall } from '#core/contract/call.ts';
import { ADAPTER_ID } from '#core/contract/provider-kinds.ts';

const id = z.uuid();
const adapterId = z.string().regex(ADAPTER_ID);

/** Most files that are sent at once. */
const MAX_SENT = 2000;

/** A place that files can be sent to. */
const targetSchema = z.object({
  id: z.string(),
  /** In the caller's language. */
  title: z.string(),
  about: z.string().nullable(),
});
export type Target = z.output<typeof targetSchema>;

/** Those that operators have chosen and that can be used now. */
export const listTargets = defineCall({
  method: 'GET',
  path: '/api/publishing/targets',
  summary: 'Lists the places that finished files can be sent to now.',
  data: z.object({ targets: z.array(targetSchema) }),
});

const sentThings = z.union([
  z.strictObject({
    runId: id,
    /** Items of the run; all that are finished when absent. */
    items: z.array(id).min(1).max(MAX_SENT).optional(),
  }),
  z.strictObject({ materials: z.array(id).min(1).max(MAX_SENT) }),
]);
/** What is sent: outputs of a run, or materials. */
export type SentThings = z.output<typeof sentThings>;

/** One task for each file; see the calls of tasks for how far it is. */
export const sendFiles = defineCall({
  method: 'POST',
  path: '/api/publishing/sends',
  summary: 'Sends outputs of a tool’s run, or materials, to a target.',
  body: z.strictObject({
    target: adapterId,
    what: sentThings,
  }),
  data: z.object({
    /** How many files are on their way. */
    sent: z.number().int(),
  }),
});

const ofRun = z.strictObject({ id });
const wish = z.object({
  target: targetSchema
    .extend({
      /** Whether it can be sent to now: it may have been switched off since. */
      usable: z.boolean(),
    })
    .nullable(),
});

export const readWish = defineCall({
  method: 'GET',
  path: '/api/publishing/runs/:id/wish',
  summary: 'Reads where what a tool’s run makes is sent once it has ended.',
  params: ofRun,
  data: wish,
});

/** Of a run that has not ended. */
export const writeWish = defineCall({
  method: 'PUT',
  path: '/api/publishing/runs/:id/wish',
  summary: 'Says where what a tool’s run makes is sent once it has ended; null for nowhere.',
  params: ofRun,
  body: z.strictObject({ target: adapterId.nullable() }),
  data: wish,
});

export * from './channel-calls.ts';
export * from './douyin-calls.ts';
export * from './news-calls.ts';
export * from './figure-calls.ts';
export * from './import-calls.ts';
export * from './phone-calls.ts';
export * from './plan-calls.ts';
export * from './post-calls.ts';
export * from './product-calls.ts';
export * from './quota-calls.ts';
