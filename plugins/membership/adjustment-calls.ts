import { z } from 'zod';

import { defineCall } from '#core/contract/call.ts';
import { page, pageQuery } from '#core/contract/envelope.ts';
import { LEDGER_UNITS, MAX_LEDGER_AMOUNT } from '#core/contract/ledger.ts';
import { shownName } from '#core/contract/shown-name.ts';
import { LEVELS } from '#core/contract/tiers.ts';

import { benefitSchema } from './benefit.ts';
import { memberSchema, reasonSchema, timelineStep } from './operator-calls.ts';

// An account as operators see it, and what they give to it and put right.

const access = 'operator' as const;
const ofMember = z.strictObject({ id: z.uuid() });
const whole = z.number().int();

/** What an operator does to an account: gives something, or puts a movement of the ledger right. */
const deedSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('grant'), benefit: benefitSchema }),
  z.strictObject({
    kind: z.literal('correction'),
    /** The movement that is put right. */
    movement: z.uuid(),
    unit: z.enum(LEDGER_UNITS),
    /** More than 0 gives to the account, less than 0 takes from it. */
    amount: whole
      .min(-MAX_LEDGER_AMOUNT)
      .max(MAX_LEDGER_AMOUNT)
      .refine((amount) => amount !== 0),
  }),
]);
/** What an operator does to an account. */
export type AdjustmentDeed = z.output<typeof deedSchema>;

const adjustmentSchema = z.object({
  id: z.uuid(),
  account: memberSchema,
  deed: deedSchema,
  reason: z.string(),
  /** `waiting`: for a second operator. */
  state: z.enum(['waiting', 'done', 'refused']),
  askedBy: shownName,
  askedAt: z.iso.datetime(),
  decidedBy: shownName.nullable(),
  decidedAt: z.iso.datetime().nullable(),
  /** Whether the caller asked for it, and so may not decide it. */
  isOwn: z.boolean(),
});
/** What an operator has done to an account, or wants a second one to agree to. */
export type Adjustment = z.output<typeof adjustmentSchema>;

export const findMembers = defineCall({
  method: 'GET',
  path: '/api/membership/operator/members',
  summary: 'Finds accounts by id, mobile number or a part of the name.',
  access,
  query: z.strictObject({ q: z.string().trim().min(1).max(100) }),
  data: z.array(memberSchema),
});

export const readMember = defineCall({
  method: 'GET',
  path: '/api/membership/operator/members/:id',
  summary: 'Reads an account’s membership and what it has.',
  access,
  params: ofMember,
  data: z.object({
    member: memberSchema,
    level: z.enum(LEVELS),
    until: z.iso.datetime().nullable(),
    isMain: z.boolean(),
    isDisabled: z.boolean(),
    createdAt: z.iso.datetime(),
    balances: z.array(z.object({ unit: z.enum(LEDGER_UNITS), available: whole, held: whole })),
  }),
});

const memberStep = timelineStep.extend({
  /** Number of the order that it is about; null for what is about none. */
  order: z.string().nullable(),
  /** What moved in the ledger; null for what moved nothing. */
  movement: z.object({ id: z.uuid(), unit: z.enum(LEDGER_UNITS), change: whole, after: whole }).nullable(),
});
/** One thing that happened to an account. */
export type MemberStep = z.output<typeof memberStep>;

export const listMemberSteps = defineCall({
  method: 'GET',
  path: '/api/membership/operator/members/:id/timeline',
  summary: 'Lists everything that happened to an account and its balances, newest first.',
  access,
  params: ofMember,
  query: pageQuery,
  data: page(memberStep),
});

export const adjustMember = defineCall({
  method: 'POST',
  path: '/api/membership/operator/members/:id/adjustments',
  summary: 'Gives to an account, or puts a movement right; what is above the limit waits for a second operator.',
  access,
  params: ofMember,
  body: z.strictObject({
    /** Makes it happen once, however often it is sent. */
    key: z.uuid(),
    deed: deedSchema,
    reason: reasonSchema,
  }),
  data: adjustmentSchema,
});

export const listAdjustments = defineCall({
  method: 'GET',
  path: '/api/membership/operator/adjustments',
  summary: 'Lists what operators gave and put right, and what waits for a second one, newest first.',
  access,
  query: pageQuery.extend({ state: adjustmentSchema.shape.state.optional() }),
  data: page(adjustmentSchema),
});

export const decideAdjustment = defineCall({
  method: 'POST',
  path: '/api/membership/operator/adjustments/:id/decide',
  summary: 'Agrees to what another operator asked for, or refuses it.',
  access,
  params: ofMember,
  body: z.strictObject({ agreed: z.boolean() }),
  data: adjustmentSchema,
});
