import { createHash, randomBytes } from 'node:crypto';

import { and, asc, eq, getTableColumns, gt, inArray, isNull, lt, ne, or } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';

import { accountChanged } from '#core/contract/kernel-events.ts';
import { ADAPTED_ROLE_CODES, adaptRole, featuresOfLevel, levelOfRole, type FeatureId } from '#core/contract/tiers.ts';
import type { Clock } from '#core/server/ground/clock.ts';
import type { Database, Tx } from '#core/server/ground/database/database.ts';
import { listenForChanges } from '#core/server/ground/database/listen-for-changes.ts';
import { publishEvent } from '#core/server/services/events/publish-event.ts';

import { type AccountRow, type Accounts, type Caller, type SessionEnd, roleAt } from './accounts.ts';
import { createCallerCache } from './caller-cache.ts';
import { coreAccounts, coreSessions } from './tables.ts';
import { OWN_RULES, type TierRuleSource } from './tier-rules.ts';

/** Default lifetime of a session in seconds. */
const SESSION_SECONDS = 7 * 24 * 60 * 60;
/** Limits how often a call updates its session; otherwise every call would write. */
const SEEN_MILLISECONDS = 60_000;
const PRUNE_MILLISECONDS = 30 * 24 * 60 * 60 * 1000;
const TOKEN_BYTES = 32;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;
const TOPIC = 'session';
/** A change of an account's role. */
const ROLE_TOPIC = 'account-role';
const ENDS = ['logged-out', 'ended', 'forced-offline', 'replaced', 'disabled'] as const satisfies readonly SessionEnd[];
const messageSchema = z.object({ sessionId: z.string(), reason: z.enum(ENDS) });
const roleSchema = z.object({ accountId: z.string() });

interface AccountsOptions {
  db: Database;
  clock: Clock;
  /** What levels and roles include; the product's own rules by default. */
  tierRules?: TierRuleSource;
  /** The features that bought packages include, beside those of the level; none by default. */
  boughtFeatures?(accountId: string): Promise<readonly FeatureId[]>;
}

const NOTHING_BOUGHT = async (): Promise<readonly FeatureId[]> => [];

/** The {@link Accounts} in the database. */
export function createAccounts({
  db,
  clock,
  tierRules = OWN_RULES,
  boughtFeatures = NOTHING_BOUGHT,
}: AccountsOptions): Accounts {
  const callers = createCallerCache({ isCurrent: () => db.notifications.connected });
  const hearEnds = listenForChanges(db.notifications, {
    topic: TOPIC,
    schema: messageSchema,
    forget: (end) => callers.forget((caller) => end === undefined || caller.sessionId === end.sessionId),
  });
  const hearRoles = listenForChanges(db.notifications, {
    topic: ROLE_TOPIC,
    schema: roleSchema,
    forget: (change) => callers.forget((caller) => change === undefined || caller.accountId === change.accountId),
  });
  const hearRules = tierRules.listen(() => callers.forget(() => true));

  async function revoke(tx: Tx, sessionId: string, reason: SessionEnd): Promise<void> {
    const ended = await tx.orm
      .update(coreSessions)
      .set({ revokedAt: clock.now(), endReason: reason })
      .where(and(eq(coreSessions.id, sessionId), isNull(coreSessions.revokedAt)))
      .returning({ id: coreSessions.id });
    if (ended.length === 0) return;
    await db.notifications.send(tx, TOPIC, { sessionId, reason });
    // The session's next call may arrive before the message does.
    await tx.beforeCommit(async () => callers.forget((caller) => caller.sessionId === sessionId));
  }

  async function liveSessions(tx: Tx, accountId: string) {
    const { tokenHash: _tokenHash, ...columns } = getTableColumns(coreSessions);
    return await tx.orm
      .select(columns)
      .from(coreSessions)
      .where(
        and(
          eq(coreSessions.accountId, accountId),
          isNull(coreSessions.revokedAt),
          gt(coreSessions.expiresAt, clock.now()),
        ),
      )
      .orderBy(asc(coreSessions.createdAt), asc(coreSessions.id));
  }

  async function change(tx: Tx, accountId: string, values: Partial<AccountRow>): Promise<void> {
    await tx.orm.update(coreAccounts).set(values).where(eq(coreAccounts.id, accountId));
  }

  /** Changes account data that cached callers carry; the account's open pages are notified. */
  async function changeRole(tx: Tx, accountId: string, values: Partial<AccountRow>): Promise<void> {
    await change(tx, accountId, values);
    await tellChange(tx, accountId);
  }

  async function tellChange(tx: Tx, accountId: string): Promise<void> {
    await db.notifications.send(tx, ROLE_TOPIC, { accountId });
    await publishEvent(db, tx, accountChanged, { accountId });
    // The caller's next call may arrive before the message does.
    await tx.beforeCommit(async () => callers.forget((caller) => caller.accountId === accountId));
  }

  async function find(tx: Tx, accountId: string, { lock = false } = {}): Promise<AccountRow | undefined> {
    const query = tx.orm.select().from(coreAccounts).where(eq(coreAccounts.id, accountId));
    const [row] = await (lock ? query.for('update') : query);
    return row;
  }

  async function subAccounts(tx: Tx, accountId: string): Promise<AccountRow[]> {
    // An erased account no longer has a name.
    const own = and(eq(coreAccounts.parentId, accountId), ne(coreAccounts.name, ''));
    return await tx.orm.select().from(coreAccounts).where(own).orderBy(asc(coreAccounts.id));
  }

  return {
    async create(tx, { name, roleCode: ownRole, roleUntil: ownUntil = null, operator = false, parentId = null }) {
      const createdAt = clock.now();
      const parent = parentId === null || ownRole !== undefined ? undefined : await find(tx, parentId);
      const { roleCode, roleUntil } = parent ?? {
        ...{ roleCode: ownRole ?? ADAPTED_ROLE_CODES.level0, roleUntil: ownUntil },
      };
      const memberSince = isMembership(roleCode) ? createdAt : null;
      const row = { id: uuidv7(), name, roleCode, roleUntil, memberSince, parentId, operator, disabled: false };
      await tx.orm.insert(coreAccounts).values({ ...row, createdAt });
      return row;
    },

    find,

    subAccounts,

    rename: (tx, accountId, name) => change(tx, accountId, { name }),

    async setRole(tx, accountId, { roleCode, roleUntil }) {
      await changeRole(tx, accountId, { roleCode, roleUntil });
      const family = [accountId];
      for (const { id } of await subAccounts(tx, accountId)) {
        await changeRole(tx, id, { roleCode, roleUntil });
        family.push(id);
      }
      if (!isMembership(roleCode)) return;
      await tx.orm
        .update(coreAccounts)
        .set({ memberSince: clock.now() })
        .where(and(inArray(coreAccounts.id, family), isNull(coreAccounts.memberSince)));
    },

    tellChange,

    setOperator: (tx, accountId, operator) => changeRole(tx, accountId, { operator }),

    async disable(tx, accountId) {
      await change(tx, accountId, { disabled: true });
      for (const { id } of await liveSessions(tx, accountId)) await revoke(tx, id, 'disabled');
    },

    enable: (tx, accountId) => change(tx, accountId, { disabled: false }),

    async openSession(tx, accountId, { seconds = SESSION_SECONDS, ...place } = {}) {
      const token = randomBytes(TOKEN_BYTES).toString('base64url');
      const now = clock.now();
      const expiresAt = new Date(now.getTime() + seconds * 1000);
      const sessionId = uuidv7();
      await tx.orm.insert(coreSessions).values({
        ...{ id: sessionId, accountId, tokenHash: hashToken(token), expiresAt, createdAt: now, seenAt: now },
        ...place,
      });
      return { token, sessionId, expiresAt };
    },

    liveSessions,

    async authenticate(token) {
      if (!TOKEN.test(token)) return undefined;
      await Promise.all([hearEnds(), hearRoles(), hearRules()]);
      const hash = hashToken(token);
      const now = clock.now();
      const known = callers.recall(hash, now);
      if (known !== undefined) return known;
      const remember = callers.begin();
      const [row] = await db.orm
        .select({ session: coreSessions, account: coreAccounts })
        .from(coreSessions)
        .innerJoin(coreAccounts, eq(coreAccounts.id, coreSessions.accountId))
        .where(and(eq(coreSessions.tokenHash, hash), isNull(coreSessions.revokedAt), eq(coreAccounts.disabled, false)));
      if (row === undefined || row.session.expiresAt <= now) return undefined;
      const { account, session } = row;
      const roleCode = roleAt(account, now);
      const level = levelOfRole(roleCode);
      const role = adaptRole(roleCode);
      const [{ featureLevels, memberRoles }, bought] = await Promise.all([
        tierRules.read(),
        boughtFeatures(account.id),
      ]);
      const caller: Caller = Object.freeze({
        accountId: account.id,
        sessionId: session.id,
        operator: account.operator,
        roleCode,
        features: level === undefined ? [] : [...new Set([...featuresOfLevel(level, featureLevels), ...bought])],
        admitted: role !== undefined && memberRoles.includes(role),
        featureLevels,
      });
      const seenBefore = new Date(now.getTime() - SEEN_MILLISECONDS);
      if (session.seenAt < seenBefore) {
        await db.orm
          .update(coreSessions)
          .set({ seenAt: now })
          .where(and(eq(coreSessions.id, session.id), lt(coreSessions.seenAt, seenBefore)));
      }
      remember(hash, { caller, expiresAt: earlier(session.expiresAt, account.roleUntil, now), now });
      return caller;
    },

    async tellEnd(token) {
      if (!TOKEN.test(token)) return undefined;
      const [ended] = await db.orm
        .update(coreSessions)
        .set({ toldAt: clock.now() })
        .where(
          and(
            eq(coreSessions.tokenHash, hashToken(token)),
            inArray(coreSessions.endReason, ['forced-offline', 'disabled']),
            isNull(coreSessions.toldAt),
          ),
        )
        .returning({ reason: coreSessions.endReason });
      return ended?.reason === 'forced-offline' || ended?.reason === 'disabled' ? ended.reason : undefined;
    },

    revokeSession: (tx, sessionId, reason = 'ended') => revoke(tx, sessionId, reason),

    async onSessionEnd(listener, signal) {
      const onMessage = (data: unknown) => {
        const { data: end } = messageSchema.safeParse(data);
        if (end !== undefined) listener(end.sessionId, end.reason);
      };
      await db.notifications.listen({ topic: TOPIC, onMessage }, signal);
    },

    async prune() {
      const before = new Date(clock.now().getTime() - PRUNE_MILLISECONDS);
      const { rowCount } = await db.orm
        .delete(coreSessions)
        .where(or(lt(coreSessions.expiresAt, before), lt(coreSessions.revokedAt, before)));
      return rowCount ?? 0;
    },
  };
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Until when a cached caller is valid: the end of the session or of the membership, whichever comes first. */
function earlier(sessionEnd: Date, roleEnd: Date | null, now: Date): Date {
  return roleEnd !== null && roleEnd > now && roleEnd < sessionEnd ? roleEnd : sessionEnd;
}

/** Whether a role is of a tier above the free one. */
function isMembership(roleCode: number): boolean {
  const level = levelOfRole(roleCode);
  return level !== undefined && level !== 'level0';
}
