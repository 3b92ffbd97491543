import { z } from 'zod';

import { defineCall } from '#core/contract/call.ts';
import { page, pageQuery } from '#core/contract/envelope.ts';
import { LEDGER_UNITS } from '#core/contract/ledger.ts';
import { shownName } from '#core/contract/shown-name.ts';

/** `consumed`: taken for a job when it began; `returned`: what it did not use. */
export const CONSUMPTION_STATES = ['consumed', 'returned'] as const;

/** Whose it is: the caller's own account, or one of its sub-accounts. */
const accountSchema = z.object({
  id: z.uuid(),
  /** Empty for one that was erased. */
  name: shownName,
});

/** Something that was taken for a job, or came back from it. */
export const consumptionSchema = z.object({
  id: z.uuid(),
  account: accountSchema,
  at: z.iso.datetime(),
  state: z.enum(CONSUMPTION_STATES),
  /** Whether its job goes on, so that some of it may still come back. */
  isOpen: z.boolean(),
  /** What it was for, in the caller's language, such as the title of a tool's plugin. */
  service: z.string(),
  /** What people call it, such as the name of a run; null for what has no name. */
  name: shownName.nullable(),
  /** Seconds of what was made; null before the end, and where that is not known. */
  seconds: z.number().int().nullable(),
  unit: z.enum(LEDGER_UNITS),
  /** Less than 0 for what was taken. */
  change: z.number().int(),
  /** What the account could spend before it and after it. */
  before: z.number().int(),
  after: z.number().int(),
});
/** Something that was taken for a job, or came back from it. */
export type Consumption = z.output<typeof consumptionSchema>;

const period = z.object({
  from: z.iso.datetime().optional(),
  /** Not itself part of the period. */
  until: z.iso.datetime().optional(),
});

export const listConsumption = defineCall({
  method: 'GET',
  path: '/api/membership/consumption',
  summary: 'Lists what the account and its sub-accounts spent on jobs, newest first.',
  query: pageQuery.extend({
    ...period.shape,
    /** Only of this one. */
    account: z.uuid().optional(),
    unit: z.enum(LEDGER_UNITS).optional(),
    state: z.enum(CONSUMPTION_STATES).optional(),
  }),
  data: page(consumptionSchema),
});

/** The sums of what {@link listConsumption} lists, by account and unit; the account of the caller comes first. */
export const sumConsumption = defineCall({
  method: 'GET',
  path: '/api/membership/consumption/sums',
  summary: 'Sums what the account and each of its sub-accounts spent on jobs.',
  query: period,
  data: z.array(
    z.object({
      account: accountSchema,
      unit: z.enum(LEDGER_UNITS),
      /** What was taken, less what came back. */
      spent: z.number().int(),
    }),
  ),
});
