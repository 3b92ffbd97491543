import { v7 as uuidv7 } from 'uuid';

import type { Clock } from '#core/server/ground/clock.ts';

import type { Audit } from './audit.ts';
import { coreAudit } from './tables.ts';

/** The {@link Audit} in the database. */
export function createAudit({ clock }: { clock: Clock }): Audit {
  return {
    async record(tx, { details, ...entry }) {
      await tx.orm.insert(coreAudit).values({
        id: uuidv7(),
        at: clock.now(),
        ...entry,
        details: details === undefined ? null : maskSecrets(details),
      });
    },
  };
}

const SECRET_NAME =
  /pass(word|wd|phrase|code)?$|secret|token|api[-_]?key|access[-_]?key|private[-_]?key|credential|authorization|cookie|signature|captcha|otp$|^pin$|(sms|verif(y|ication)|auth)[-_]?code/i;

/** Replaces a masked value. */
export const MASK = '•••';

const DEPTH = 12;

/** A copy of plain data in which every field named like a secret holds {@link MASK}. */
export function maskSecrets(value: unknown, depth = 0): unknown {
  if (depth > DEPTH) return MASK;
  if (Array.isArray(value)) return value.map((item) => maskSecrets(item, depth + 1));
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      SECRET_NAME.test(name) && field !== null && typeof field !== 'boolean' ? MASK : maskSecrets(field, depth + 1),
    ]),
  );
}
