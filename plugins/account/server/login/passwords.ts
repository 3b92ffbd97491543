import { hash, verify } from '@node-rs/argon2';
import { eq } from 'drizzle-orm';

import type { ServerContext } from '#core/server/plugins/context.ts';
import type { Tx } from '#core/server/ground/database/database.ts';

import { accountPasswords } from '../tables.ts';

/** argon2id, about 10 ms. */
const COST = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };
/** Each takes 19 MiB and a thread of the pool that files need too. */
const AT_ONCE = 2;

let running = 0;
const waiting: (() => void)[] = [];

/** Sets an account's password. */
export async function setPassword(
  ctx: Pick<ServerContext, 'clock'>,
  tx: Tx,
  accountId: string,
  password: string,
): Promise<void> {
  const row = { accountId, hash: await inTurn(() => hash(password, COST)), updatedAt: ctx.clock.now() };
  await tx.orm
    .insert(accountPasswords)
    .values(row)
    .onConflictDoUpdate({ target: accountPasswords.accountId, set: row });
}

let nobodys: Promise<string> | undefined;

/** Whether a password is the account's. It takes the same time for an account that is unknown or has none. */
export async function isPassword(
  ctx: ServerContext,
  accountId: string | undefined,
  password: string,
): Promise<boolean> {
  const [row] =
    accountId === undefined
      ? []
      : await ctx.db.orm.select().from(accountPasswords).where(eq(accountPasswords.accountId, accountId));
  nobodys ??= inTurn(() => hash('nobody has this password', COST));
  const known = row?.hash ?? (await nobodys);
  const right = await inTurn(() => verify(known, password));
  return right && row !== undefined;
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  running += 1;
  try {
    return await work();
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}
