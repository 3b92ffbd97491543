import { z } from 'zod';

import { defineCall } from '#core/contract/call.ts';
import { shownName } from '#core/contract/shown-name.ts';

/** How full the day of an account is: few more fit, none more, or more is planned than fits. */
export const QUOTA_STATES = ['near', 'full', 'over'] as const;

/** A day of an account that little or nothing more fits into. */
export const dayQuotaSchema = z.object({
  channelId: z.uuid(),
  /** The account's name. */
  channel: shownName,
  /** In the account's own time zone. */
  day: z.iso.date(),
  zone: z.string(),
  /** Posts of that day; of a day that `most` says the rest of, those that are yet to go out. */
  planned: z.number().int(),
  most: z.number().int(),
  /** Whether `most` is what the platform said to be left of this day, in place of what it takes on any day. */
  isLeft: z.boolean(),
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
    zone: z.string().max(60).default('Asia/Shanghai'),
  }),
  data: z.object({ quotas: z.array(dayQuotaSchema) }),
});
