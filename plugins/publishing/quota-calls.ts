import { z } from 'zod';

import { defineCall } from '#core/contract/call.ts';
import { shownName } from '#core/contract/shown-name.ts';

import { USUAL_ZONE } from './channel-calls.ts';

/** How full the day of an account is: few more fit, none more, or more is planned than fits. */
export const QUOTA_STATES = ['near', 'full', 'over'] as const;

/** See {@link dayQuotaSchema}. */
export const QUOTA_COUNTS = ['day', 'left', 'hours'] as const;

/** A day of an account that little or nothing more fits into. */
export const dayQuotaSchema = z.object({
  channelId: z.uuid(),
  /** The account's name. */
  channel: shownName,
  /** In the account's own time zone. */
  day: z.iso.date(),
  zone: z.string(),
  /**
   * What `planned` and `most` count: posts of the `day`, and what the platform takes on any; those that are yet to go out,
   * and what it said to be `left` of this day; or those within the fullest 24 `hours` that end on the day, and what it
   * takes within any.
   */
  counts: z.enum(QUOTA_COUNTS),
  planned: z.number().int(),
  most: z.number().int(),
  state: z.enum(QUOTA_STATES),
});
export type DayQuota = z.output<typeof dayQuotaSchema>;

/** As platforms said when they were asked last; accounts whose platform says nothing are not among them. */
export const listDayQuotas = defineCall({
  method: 'GET',
  path: '/api/publishing/quotas',
  summary: 'Lists days on which accounts have as many posts as their platforms take, or nearly.',
  query: z.object({
    from: z.iso.date(),
    /** Itself part of the period, which has 62 days at most. */
    to: z.iso.date(),
    /** Whose days those of accounts without a time zone of their own are. */
    zone: z.string().max(60).default(USUAL_ZONE),
  }),
  data: z.object({ quotas: z.array(dayQuotaSchema) }),
});
