import { z } from 'zod';

import { defineCall } from '#core/contract/call.ts';
import { page, pageQuery } from '#core/contract/envelope.ts';
import { LEDGER_UNITS } from '#core/contract/ledger.ts';
import { shownName } from '#core/contract/shown-name.ts';
import { SPREADSHEET_FORMATS } from '#core/contract/spreadsheet.ts';
import { taskSchema } from '#core/contract/task-calls.ts';

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

const filter = period.extend({
  /** Only of this one. */
  account: z.uuid().optional(),
  unit: z.enum(LEDGER_UNITS).optional(),
  state: z.enum(CONSUMPTION_STATES).optional(),
});
/** What of the consumption is meant. */
export type ConsumptionFilter = z.output<typeof filter>;

export const listConsumption = defineCall({
  method: 'GET',
  path: '/api/membership/consumption',
  summary: 'Lists what the account and its sub-accounts spent on jobs, newest first.',
  query: pageQuery.extend(filter.shape),
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

/** The job that writes a spreadsheet of what {@link listConsumption} lists. */
export const EXPORT_CONSUMPTION = 'membership.export-consumption';

const exportSchema = z.object({
  /** That of its task, by which it is followed, cancelled and tried again. */
  id: z.uuid(),
  format: z.enum(SPREADSHEET_FORMATS),
  state: taskSchema.shape.state,
  /** 0 to 1. */
  progress: z.number(),
  /** Why it failed, in the caller's language. */
  error: z.string().nullable(),
  /** How many rows the file has, and where it can be fetched until it expires; null until it is there. */
  file: z.object({ rows: z.number().int(), name: z.string(), url: z.string() }).nullable(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
});
/** A spreadsheet of consumption: asked for, being written, or to be fetched. */
export type ConsumptionExport = z.output<typeof exportSchema>;

export const createConsumptionExport = defineCall({
  method: 'POST',
  path: '/api/membership/consumption/exports',
  summary: 'Writes what was spent on jobs to a spreadsheet in the background; the file can be fetched for a day.',
  body: z.strictObject({
    ...filter.shape,
    format: z.enum(SPREADSHEET_FORMATS),
    /** Whose clock tells its times, such as `Asia/Shanghai`. */
    zone: z.string().max(64),
  }),
  data: exportSchema,
});

export const listConsumptionExports = defineCall({
  method: 'GET',
  path: '/api/membership/consumption/exports',
  summary: 'Lists the spreadsheets of consumption that the account asked for and that have not expired, newest first.',
  data: z.array(exportSchema),
});
