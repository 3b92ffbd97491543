import { v7 as uuidv7 } from 'uuid';

import type { Clock } from '#core/server/ground/clock.ts';

import type { Audit } from './audit.ts';
import { maskSecrets } from './mask-secrets.ts';
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
