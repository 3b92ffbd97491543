import { z } from 'zod';

import { defineCall } from '#core/contract/call.ts';

/** Rows of one import of accounts. */
export const MOST_ACCOUNT_ROWS = 1000;

export const ACCOUNT_FIELDS = ['platform', 'name', 'phone', 'group', 'host', 'remark', 'id'] as const;
export type AccountField = (typeof ACCOUNT_FIELDS)[number];

const cell = z.string().max(2000).default('');
const accountRow = z.strictObject({
  /** As the spreadsheet counts it, from 1. */
  row: z.number().int().min(1),
  /** By its name in either language, or its word in `core/contract/platforms.ts`. */
  platform: cell,
  name: cell,
  phone: cell,
  group: cell,
  /** By its name. */
  host: cell,
  remark: cell,
  /** Its id here, as exports have it; it tells accounts of the same name apart. */
  id: cell,
});
/** A row of a spreadsheet of accounts, as it is written there. */
export type AccountRow = z.output<typeof accountRow>;

/**
 * Accounts that people post to by hand are ready at once; others wait for their owners to agree. One that is there already,
 * by its id or by platform and name, is changed where a cell says something else. With any fault nothing is written.
 */
export const importChannels = defineCall({
  method: 'POST',
  path: '/api/publishing/channel-imports',
  summary:
    'Checks the rows of a spreadsheet of accounts, and writes them when all of them are right and it is no trial.',
  body: z.strictObject({ rows: z.array(accountRow).min(1).max(MOST_ACCOUNT_ROWS), isTrial: z.boolean() }),
  data: z.object({
    faults: z.array(
      z.object({
        row: z.number().int(),
        field: z.enum(ACCOUNT_FIELDS),
        /** In the caller's language. */
        text: z.string(),
      }),
    ),
    added: z.number().int(),
    changed: z.number().int(),
    /** Rows that say what is there already. */
    same: z.number().int(),
    /** How many of those that are added wait for their owners to agree. */
    pending: z.number().int(),
  }),
});
