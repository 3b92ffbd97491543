import { createHash, randomBytes } from 'node:crypto';

import { and, eq, isNull } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';

import { ADAPTED_ROLE_CODES, atLeast, FEATURES, levelOfFeature, levelOfRole } from '#core/contract/tiers.ts';

import type { Clock } from '../context.ts';
import type { Database } from '../database/database.ts';
import type { Accounts, Caller } from './accounts.ts';
import { coreAccounts, coreSessions } from './tables.ts';

/** Seconds that a session lives when nobody says. */
const SESSION_SECONDS = 30 * 24 * 60 * 60;
const TOKEN_BYTES = 32;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;
const TOPIC = 'session';
const messageSchema = z.object({ sessionId: z.string() });

/** A caller is remembered this long; revoking is heard of at once. */
const REMEMBER_MILLISECONDS = 5_000;
const REMEMBER_CALLERS = 10_000;

interface Remembered {
  caller: Caller;
  until: number;
  expiresAt: number;
}

/** The {@link Accounts} in the database. */
export function createAccounts({ db, clock }: { db: Database; clock: Clock }): Accounts {
  /** By the token's hash, the least recently used first. */
  const remembered = new Map<string, Remembered>();
  let epoch = 0;

  function forget(sessionId?: string) {
    epoch += 1;
    for (const [hash, { caller }] of remembered) {
      if (sessionId === undefined || caller.sessionId === sessionId) remembered.delete(hash);
    }
  }

  let listening: Promise<void> | undefined;
  const listen = () =>
    (listening ??= db.notifications.listen({
      topic: TOPIC,
      onMessage(data) {
        const message = messageSchema.safeParse(data);
        forget(message.success ? message.data.sessionId : undefined);
      },
      onGap: forget,
    }));

  function recall(hash: string, now: number): Caller | undefined {
    const found = remembered.get(hash);
    remembered.delete(hash);
    if (found === undefined || found.until <= now || found.expiresAt <= now || !db.notifications.connected)
      return undefined;
    remembered.set(hash, found);
    return found.caller;
  }

  function remember(hash: string, caller: Caller, expiresAt: Date, now: number) {
    if (!db.notifications.connected) return;
    remembered.set(hash, { caller, until: now + REMEMBER_MILLISECONDS, expiresAt: expiresAt.getTime() });
    const [oldest] = remembered.keys();
    if (remembered.size > REMEMBER_CALLERS && oldest !== undefined) remembered.delete(oldest);
  }

  return {
    async create(tx, { name, roleCode = ADAPTED_ROLE_CODES.level0, operator = false }) {
      const row = { id: uuidv7(), name, roleCode, operator, disabled: false };
      await tx.orm.insert(coreAccounts).values({ ...row, createdAt: clock.now() });
      return row;
    },

    async openSession(tx, accountId, { seconds = SESSION_SECONDS, deviceId } = {}) {
      const token = randomBytes(TOKEN_BYTES).toString('base64url');
      const now = clock.now();
      const expiresAt = new Date(now.getTime() + seconds * 1000);
      const sessionId = uuidv7();
      await tx.orm
        .insert(coreSessions)
        .values({ id: sessionId, accountId, tokenHash: hashToken(token), deviceId, expiresAt, createdAt: now });
      return { token, sessionId, expiresAt };
    },

    async authenticate(token) {
      if (!TOKEN.test(token)) return undefined;
      await listen();
      const hash = hashToken(token);
      const now = clock.now();
      const known = recall(hash, now.getTime());
      if (known !== undefined) return known;
      const before = epoch;
      const [row] = await db.orm
        .select({ session: coreSessions, account: coreAccounts })
        .from(coreSessions)
        .innerJoin(coreAccounts, eq(coreAccounts.id, coreSessions.accountId))
        .where(and(eq(coreSessions.tokenHash, hash), isNull(coreSessions.revokedAt), eq(coreAccounts.disabled, false)));
      if (row === undefined || row.session.expiresAt <= now) return undefined;
      const { account, session } = row;
      const caller: Caller = Object.freeze({
        accountId: account.id,
        sessionId: session.id,
        operator: account.operator,
        roleCode: account.roleCode,
        features: featuresOf(account.roleCode),
      });
      if (before === epoch) remember(hash, caller, session.expiresAt, now.getTime());
      return caller;
    },

    async revokeSession(tx, sessionId) {
      await tx.orm
        .update(coreSessions)
        .set({ revokedAt: clock.now() })
        .where(and(eq(coreSessions.id, sessionId), isNull(coreSessions.revokedAt)));
      await db.notifications.send(tx, TOPIC, { sessionId });
    },
  };
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** What a role's level includes; packages add to it. */
function featuresOf(roleCode: number): number[] {
  const level = levelOfRole(roleCode);
  return Object.values(FEATURES).filter((feature) => {
    const least = levelOfFeature(feature);
    return level !== undefined && least !== null && atLeast(level, least);
  });
}
