import { z } from 'zod';

import { withoutBidiControls } from '#core/contract/bidi.ts';
import { defineCall } from '#core/contract/call.ts';
import { page, pageQuery } from '#core/contract/envelope.ts';
import { LEDGER_UNITS, MAX_LEDGER_AMOUNT, type LedgerUnit } from '#core/contract/ledger.ts';
import { shownName } from '#core/contract/shown-name.ts';

import { codeSchema, mobileSchema } from './mobile.ts';

const path = '/api/account/sub-accounts';
const params = z.object({ id: z.uuid() });

/** What a main account can allot. Days of membership are not: a sub-account has its main account's level. */
export const ALLOTTED_UNITS = [
  'seconds',
  'mixes',
  'uses',
  'publishes',
  'digital-humans',
  'fen',
] as const satisfies readonly LedgerUnit[];
/** One of {@link ALLOTTED_UNITS}. */
export type AllottedUnit = (typeof ALLOTTED_UNITS)[number];

export const SUB_ACCOUNT_STATES = ['enabled', 'disabled'] as const;

const balanceSchema = z.object({
  unit: z.enum(LEDGER_UNITS),
  /** What can be spent. */
  available: z.number().int(),
  /** What is set aside for jobs that go on. */
  held: z.number().int(),
  /** By jobs that have ended. */
  spent: z.number().int(),
});
/** What an account has of a unit, and has spent. */
export type SpendableBalance = z.output<typeof balanceSchema>;

/** Of an account that only this caller may spend from: for a sub-account what it was allotted. */
export const readBalances = defineCall({
  method: 'GET',
  path: '/api/account/balances',
  summary: 'Reads what the account has of each unit, and what it has spent.',
  data: z.array(balanceSchema),
});

const allotmentSchema = balanceSchema.extend({
  /** What the main account has given, less what it took back; spending does not change it. */
  allotted: z.number().int(),
});

const subAccountSchema = z.object({
  id: z.uuid(),
  name: shownName,
  /** Null for one that is disabled: nobody logs in to it. */
  mobile: z.string().nullable(),
  remark: shownName,
  isDisabled: z.boolean(),
  allotments: z.array(allotmentSchema),
});
/** A sub-account as its main account sees it. */
export type SubAccount = z.output<typeof subAccountSchema>;

export const findSubAccounts = defineCall({
  method: 'GET',
  path,
  summary: 'Lists the sub-accounts of the main account that calls, with what each has left and spent.',
  query: pageQuery.extend({
    /** Part of a name, a number or a remark. */
    q: z.string().trim().max(40).optional(),
    state: z.enum(SUB_ACCOUNT_STATES).optional(),
  }),
  data: page(subAccountSchema),
});

const factsSchema = z.strictObject({
  name: z.string().overwrite(withoutBidiControls).trim().min(1).max(30),
  remark: z.string().overwrite(withoutBidiControls).trim().max(100),
});
/** What a main account writes of a sub-account. */
export type SubAccountFacts = z.output<typeof factsSchema>;

const proofSchema = z.strictObject({ fdMobile: mobileSchema, mobileCode: codeSchema });
/** The number that somebody logs in by, and the code that it got: whoever has the phone agrees. */
export type NumberProof = z.output<typeof proofSchema>;

export const createSubAccount = defineCall({
  method: 'POST',
  path,
  summary: 'Creates a sub-account, which logs in by the number whose code is given.',
  body: factsSchema.extend(proofSchema.shape),
  data: subAccountSchema,
});

export const updateSubAccount = defineCall({
  method: 'PATCH',
  path: `${path}/:id`,
  summary: 'Changes the name and the remark of a sub-account.',
  params,
  body: factsSchema,
  data: subAccountSchema,
});

export const disableSubAccount = defineCall({
  method: 'POST',
  path: `${path}/:id/disable`,
  summary: 'Ends the sessions of a sub-account, clears its number, and takes back what it has left.',
  params,
  data: subAccountSchema,
});

export const enableSubAccount = defineCall({
  method: 'POST',
  path: `${path}/:id/enable`,
  summary: 'Lets a disabled sub-account log in again, by the number whose code is given.',
  params,
  body: proofSchema,
  data: subAccountSchema,
});

const stepSchema = z.strictObject({
  unit: z.enum(ALLOTTED_UNITS),
  /** More than 0 gives to the sub-account, less than 0 takes back. */
  amount: z
    .number()
    .int()
    .min(-MAX_LEDGER_AMOUNT)
    .max(MAX_LEDGER_AMOUNT)
    .refine((amount) => amount !== 0),
  /** What was allotted as it was shown: two windows never change it twice. */
  allotted: z.number().int(),
});
/** How an allotment is changed. */
export type AllotmentStep = z.output<typeof stepSchema>;

export const changeAllotment = defineCall({
  method: 'POST',
  path: `${path}/:id/allotment`,
  summary: 'Raises or lowers what a sub-account may spend; refused when that was changed elsewhere meanwhile.',
  params,
  body: stepSchema,
  data: subAccountSchema,
});

const changeSchema = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  unit: z.enum(LEDGER_UNITS),
  /** Less than 0 for what was taken back. */
  change: z.number().int(),
  /** What the sub-account could spend then. */
  after: z.number().int(),
});
/** One change of an allotment. */
export type AllotmentChange = z.output<typeof changeSchema>;

export const listAllotmentChanges = defineCall({
  method: 'GET',
  path: `${path}/:id/allotment-changes`,
  summary: 'Lists what a sub-account was given and what was taken back from it, newest first.',
  params,
  query: pageQuery,
  data: page(changeSchema),
});
