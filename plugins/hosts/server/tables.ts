import { boolean, date, index, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

import type { MessageKey } from '#core/contract/message-keys.ts';

import type { HOST_STATES, HOST_TYPES, HostKey, LOGIN_METHODS, PortFinding, SystemFinding } from '../calls.ts';

const time = () => timestamp({ withTimezone: true });

export const hostsNodes = pgTable(
  'hosts_nodes',
  {
    id: uuid().primaryKey(),
    accountId: uuid().notNull(),
    name: text().notNull(),
    type: text().$type<(typeof HOST_TYPES)[number]>().notNull(),
    user: text().notNull(),
    port: integer().notNull(),
    ip: text().notNull(),
    elasticIp: text(),
    method: text().$type<(typeof LOGIN_METHODS)[number]>().notNull(),
    /** Sealed: a password, or a private key with its passphrase. */
    secret: text().notNull(),
    key: jsonb().$type<HostKey>(),
    region: text(),
    provider: text(),
    config: text(),
    expiresOn: date(),
    /** The last of `WARN_DAYS` that its owner was told at. */
    warnedDays: integer(),
    state: text().$type<(typeof HOST_STATES)[number]>().notNull(),
    cause: text().$type<MessageKey>(),
    hostKey: jsonb().$type<HostKey>(),
    offeredKey: jsonb().$type<HostKey>(),
    ports: jsonb().$type<readonly PortFinding[]>().notNull().default([]),
    system: jsonb().$type<SystemFinding>(),
    milliseconds: integer(),
    checkedAt: time(),
    createdAt: time().notNull(),
  },
  (table) => [
    index('hosts_nodes_account').on(table.accountId, table.id),
    index('hosts_nodes_due').on(table.checkedAt),
    index('hosts_nodes_expiry').on(table.expiresOn),
  ],
);

export type HostRow = typeof hostsNodes.$inferSelect;

/** How checks went; those of more than a week ago are removed. */
export const hostsChecks = pgTable(
  'hosts_checks',
  {
    id: uuid().primaryKey(),
    accountId: uuid().notNull(),
    nodeId: uuid()
      .notNull()
      .references(() => hostsNodes.id, { onDelete: 'cascade' }),
    isUp: boolean().notNull(),
    milliseconds: integer(),
    at: time().notNull(),
  },
  (table) => [
    index('hosts_checks_node').on(table.nodeId, table.at),
    index('hosts_checks_old').on(table.at),
    index('hosts_checks_account').on(table.accountId),
  ],
);
