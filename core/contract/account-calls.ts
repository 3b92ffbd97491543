import { z } from 'zod';

import { defineCall } from './call.ts';
import { PLATFORM_IDS } from './platforms.ts';
import { shownName } from './shown-name.ts';
import { LEVELS } from './tiers.ts';

/** The token that every login call returns. */
export const loginTokenSchema = z.object({
  access_token: z.string(),
  /** Seconds. */
  expires_in: z.number().int(),
});
/** What a login answers. */
export type LoginToken = z.output<typeof loginTokenSchema>;

/** The logged-in user. */
export const accountSchema = z.object({
  id: z.string(),
  fdName: shownName,
  fdUsername: z.string(),
  /** Null until a mobile number is bound. */
  fdMobile: z.string().nullable(),
  wechatName: shownName.nullable(),
  /** The stored role; `levelOfRole` gives its tier. */
  fdRoleCode: z.number().int(),
  /** 1 for a main account, anything else for a sub-account. */
  fdType: z.number().int(),
  /** Whether the account ever had a tier above the free one; one that never had is called the standard version. */
  hadTier: z.boolean(),
  /** Suppresses the login dialog after a 401. */
  isQF: z.boolean(),
  /** Feature ids included in the tier and the bought packages. */
  features: z.array(z.number().int()),
  /** Which level includes which feature here, by the feature's id. */
  featureLevels: z.record(z.string(), z.enum(LEVELS)),
  /** Whether what is restricted to roles admits this one. */
  admitted: z.boolean(),
  operator: z.boolean(),
  /** Address of the picture, or null. */
  avatar: z.string().nullable(),
});
/** The logged-in user. */
export type Account = z.output<typeof accountSchema>;

/** The user of the token. */
export const readAccount = defineCall({
  method: 'GET',
  path: '/api/account',
  summary: 'Reads the logged-in user.',
  data: accountSchema,
});

/** The names of the user's permissions. */
export const listPermissions = defineCall({
  method: 'GET',
  path: '/api/permission/currentUser/list',
  summary: 'Lists the rights of the logged-in user.',
  data: z.array(z.string()),
});

/** Ends the token's session. */
export const logOut = defineCall({
  method: 'POST',
  path: '/api/account/logout',
  summary: 'Ends the session of the token.',
  data: z.null(),
});

/**
 * Days left on the account's version, and whether it is the free one. A version that never expires, such as the free
 * one of an account that was never a member, counts as 36 500 days; 0 days of the free version therefore mean that a
 * membership has run out.
 */
export const readMemberDays = defineCall({
  method: 'GET',
  path: '/api/paymentAccountBalance/getMemberDays',
  summary: 'Reads how many days the membership still lasts.',
  data: z.object({ days: z.number().int(), free: z.boolean() }),
});

/** How long the account's version lasts; without a date it never expires. */
export const readDuration = defineCall({
  method: 'GET',
  path: '/api/duration/find',
  summary: 'Reads the remaining duration.',
  data: z.object({ fdRemainingSecs: z.number().int(), fdExpireDate: z.iso.datetime().nullable() }),
});

/** Space in bytes; a total of 0 means unlimited. */
export const readFileCapacity = defineCall({
  method: 'GET',
  path: '/api/account/ossFileCapacity',
  summary: 'Reads the space that the account has and uses, in bytes.',
  data: z.object({ fdTotalSize: z.number().int(), fdUsedSize: z.number().int() }),
});

/** What is bound to the account. */
export const readBindStatus = defineCall({
  method: 'GET',
  path: '/api/account/getStatus',
  summary: 'Reads whether WeChat and a mobile number are bound.',
  data: z.object({ wechatNum: z.boolean(), fdMobile: z.boolean() }),
});

/** A choice in a list: its label and its id. */
const optionSchema = z.object({ label: shownName, value: z.string() });
export type AccountOption = z.output<typeof optionSchema>;

/** The sub-accounts of a main account; empty when there are none, and for a sub-account. */
export const listSubAccounts = defineCall({
  method: 'GET',
  path: '/api/account/sonData',
  summary: 'Lists the sub-accounts of the main account that calls.',
  data: z.array(optionSchema),
});

/** A platform on which creators can have accounts. */
export const platformSchema = z.object({
  /** Its name in the caller's language. */
  label: z.string(),
  value: z.enum(PLATFORM_IDS),
});
export type Platform = z.output<typeof platformSchema>;

/** The platforms of this installation, in the order that its operator gave them. */
export const listPlatforms = defineCall({
  method: 'GET',
  path: '/api/douyinAuthorityAccount/getPlatformSource',
  summary: 'Lists the platforms that creator accounts may be of.',
  data: z.array(platformSchema),
});

/** Whether there is nothing to claim: the main account has already claimed its free days, or is a member anyway. */
export const readGift = defineCall({
  method: 'GET',
  path: '/api/paymentUnderline/isFirstCharge',
  summary: 'Reads whether the account was given its free membership.',
  data: z.object({
    hasGiveMember: z.boolean(),
    /** What is given here. */
    gift: z.object({ level: z.enum(LEVELS), days: z.number().int() }),
  }),
});

/** Claims the free membership, once per main account. */
export const claimGift = defineCall({
  method: 'POST',
  path: '/api/paymentUnderline/gift',
  summary: 'Gives the main account that calls its free days of membership.',
  data: z.object({ fdExpireDate: z.iso.datetime() }),
});
