import { z } from 'zod';

import { defineCall } from '#core/contract/call.ts';
import { shownName } from '#core/contract/shown-name.ts';

import { USUAL_ZONE } from './channel-calls.ts';

const number = z.number().int();

/** How many days of figures are looked back on. */
export const FIGURE_DAYS = ['7', '28', '90'] as const;

/** What the posts of an account at a platform have gained in some days, as far as the platform tells. */
export const accountFiguresSchema = z.object({
  /** Of the account. */
  id: z.uuid(),
  name: shownName,
  picture: z.string().nullable(),
  /** The service's name, in the caller's language. */
  service: z.string(),
  group: z.string().nullable(),
  /** Published in these days. */
  posts: number,
  views: number,
  likes: number,
  comments: number,
  shares: number,
  followers: number.nullable(),
  /** How many more they are than at the first of these days of which it is known; null where it is not. */
  gained: number.nullable(),
});
export type AccountFigures = z.output<typeof accountFiguresSchema>;

/** Counts what was added to the caller's own posts in the days, also to older posts. */
export const readAccountFigures = defineCall({
  method: 'GET',
  path: '/api/publishing/account-figures',
  summary: 'Reads how the posts of each connected account have done in the last days.',
  query: z.strictObject({
    days: z.enum(FIGURE_DAYS).default('28'),
    /** Whose days are meant. */
    zone: z.string().max(60).default(USUAL_ZONE),
  }),
  data: z.object({
    accounts: z.array(accountFiguresSchema),
    /** Of all accounts together; each of the days, oldest first. */
    days: z.array(z.object({ day: z.iso.date(), views: number, likes: number, comments: number, shares: number })),
  }),
});
