import { index, jsonb, pgTable, primaryKey, smallint, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core';

/** What an account is known by: a mobile number, a person who scans, a user name, a partner's user. */
export const accountIdentities = pgTable(
  'account_identities',
  {
    /** `mobile`, `wechat`, `username`, or `partner:` with the partner's id. */
    kind: text().notNull(),
    value: text().notNull(),
    accountId: uuid().notNull(),
    /** What the platform calls the person, where it says so. */
    name: text(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.value] }),
    unique('account_identities_account').on(table.accountId, table.kind),
  ],
);

/** Passwords of those accounts that have one. */
export const accountPasswords = pgTable('account_passwords', {
  accountId: uuid().primaryKey(),
  /** argon2id, with its parameters and salt. */
  hash: text().notNull(),
  updatedAt: timestamp({ withTimezone: true }).notNull(),
});

/** Puzzles that wait for their one answer. */
export const accountCaptchas = pgTable(
  'account_captchas',
  {
    tokenHash: text().primaryKey(),
    /** Where the hole is, in pixels of the picture's 320. */
    x: smallint().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index().on(table.expiresAt)],
);

/** Proofs of solved puzzles; each is good for one code. */
export const accountProofs = pgTable(
  'account_proofs',
  {
    proofHash: text().primaryKey(),
    /** Whose it is, as limits count addresses. */
    address: text().notNull(),
    /** The number that it is for; null until it is used for one, where the puzzle was not solved for any. */
    mobile: text(),
    usedAt: timestamp({ withTimezone: true }),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index().on(table.expiresAt)],
);

/** The last code that was sent to each number. */
export const accountCodes = pgTable(
  'account_codes',
  {
    mobile: text().primaryKey(),
    id: uuid().notNull(),
    /** Keyed hash of number and code. */
    codeHash: text().notNull(),
    /** How often it was compared. */
    tries: smallint().notNull().default(0),
    usedAt: timestamp({ withTimezone: true }),
    /** The browser that submitted the code, and may use it for a while. */
    validatedBy: text(),
    validatedUntil: timestamp({ withTimezone: true }),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index().on(table.expiresAt)],
);

/** Messages that the embedded provider keeps for operators instead of sending them. */
export const accountOutbox = pgTable(
  'account_outbox',
  {
    id: uuid().primaryKey(),
    to: text().notNull(),
    text: text().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index().on(table.createdAt)],
);

export const SCENE_STATES = ['waiting', 'scanned', 'confirmed', 'used'] as const;
export type SceneState = (typeof SCENE_STATES)[number];

/** Logins by QR code, from the code to the session. */
export const accountScenes = pgTable(
  'account_scenes',
  {
    id: text().primaryKey(),
    provider: text().notNull(),
    /** Keyed hash of the cookie of the browser that asked; nobody else may log in by it. */
    browserHash: text().notNull(),
    userAgent: text(),
    state: text().$type<SceneState>().notNull(),
    /** Who scanned, as an identity of the kind `wechat`. */
    person: text(),
    /** What the platform calls them, where it says so. */
    personName: text(),
    /** Who confirmed with a session of their own. */
    accountId: uuid(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    /** When its present state ends. */
    expiresAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index().on(table.expiresAt)],
);

/** Two accounts of one person, until that person has chosen. */
export const accountConflicts = pgTable(
  'account_conflicts',
  {
    keyHash: text().primaryKey(),
    browserHash: text().notNull(),
    mobileAccountId: uuid().notNull(),
    qrCodeAccountId: uuid().notNull(),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index().on(table.expiresAt)],
);

/** Accounts that were given up, and when their data goes. */
export const accountDeletions = pgTable('account_deletions', {
  accountId: uuid().primaryKey(),
  /** What it was known by. */
  identities: jsonb().$type<{ kind: string; value: string }[]>().notNull(),
  createdAt: timestamp({ withTimezone: true }).notNull(),
  deleteAfter: timestamp({ withTimezone: true }).notNull(),
});

/** Tickets of partners that were used, so that none is used twice. */
export const accountTickets = pgTable(
  'account_tickets',
  {
    ticketHash: text().primaryKey(),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index().on(table.expiresAt)],
);

/** Short codes that replace a partner's ticket in an address. */
export const accountPartnerCodes = pgTable(
  'account_partner_codes',
  {
    codeHash: text().primaryKey(),
    partner: text().notNull(),
    subject: text().notNull(),
    name: text(),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index().on(table.expiresAt)],
);

/** What main accounts note of their sub-accounts. */
export const accountSubAccounts = pgTable('account_sub_accounts', {
  /** Of the sub-account. */
  accountId: uuid().primaryKey(),
  remark: text().notNull(),
});

/** Accounts that were given their days of membership; each is given them once. */
export const accountGifts = pgTable('account_gifts', {
  accountId: uuid().primaryKey(),
  createdAt: timestamp({ withTimezone: true }).notNull(),
});
