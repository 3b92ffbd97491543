import { ExpectedError } from '#core/contract/errors.ts';
import type { Audit } from '#core/server/ground/audit/audit.ts';
import type { Database } from '#core/server/ground/database/database.ts';
import { takeRate } from '#core/server/ground/database/rate-limit.ts';
import { isShort } from '#core/server/services/ledger/refuse-short.ts';

/** Refusals of an account that are written down in an hour: whoever goes on asking fills no log. */
const MOST_AN_HOUR = 20;

/** What auditing refusals needs. */
export interface AuditShortParts {
  db: Database;
  audit: Audit;
}

/** Audits that a call asked for more than its account can spend, such as a sub-account beyond its allotment. */
export async function auditShort(
  { db, audit }: AuditShortParts,
  error: unknown,
  { accountId, ...from }: { accountId: string | undefined; ip: string; requestId: string },
): Promise<void> {
  if (accountId === undefined || !(error instanceof ExpectedError) || !isShort(error.code)) return;
  if (!(await takeRate(db, `ledger:short:${accountId}`, MOST_AN_HOUR, 3600)).allowed) return;
  const { code, params } = error;
  const entry = { actor: accountId, action: 'ledger.refused', target: accountId, accountId, ...from };
  await audit.record(db, { ...entry, details: { code, params } });
}
