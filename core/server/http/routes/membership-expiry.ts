import type { Logger } from 'pino';

import { accountChanged } from '#core/contract/kernel-events.ts';
import type { Clock } from '#core/server/ground/clock.ts';
import type { Database } from '#core/server/ground/database/database.ts';
import type { Accounts } from '#core/server/services/accounts/accounts.ts';
import type { ServerEvents } from '#core/server/services/events/events.ts';

/** The longest timer; a later end is checked again when it fires. */
const LONGEST_WAIT = 24 * 60 * 60 * 1000;

/** Notices memberships that expire: nothing is written at that moment, so no event is published. */
export interface MembershipExpiry {
  /** Calls `tell` whenever the account's membership runs out, until the signal fires. */
  follow(accountId: string, tell: () => void, signal: AbortSignal): void;
}

/** The services that {@link createMembershipExpiry} needs. */
export interface MembershipExpiryParts {
  accounts: Accounts;
  events: ServerEvents;
  db: Database;
  clock: Clock;
  log: Logger;
}

/** Makes the {@link MembershipExpiry} of a node. */
export function createMembershipExpiry({ accounts, events, db, clock, log }: MembershipExpiryParts): MembershipExpiry {
  return {
    follow(accountId, tell, signal) {
      let timer: NodeJS.Timeout | undefined;
      let latest = 0;

      async function arm(): Promise<void> {
        latest += 1;
        const mine = latest;
        clearTimeout(timer);
        const account = await accounts.find(db, accountId);
        if (mine !== latest || signal.aborted) return;
        const until = account?.roleUntil?.getTime();
        const wait = until === undefined ? -1 : until - clock.now().getTime();
        if (wait < 0) return;
        timer = setTimeout(
          () => {
            if (wait <= LONGEST_WAIT) tell();
            else look();
          },
          // A membership is over from its end on, inclusive.
          Math.min(wait + 1, LONGEST_WAIT),
        );
        timer.unref();
      }

      function look(): void {
        arm().catch((error: unknown) => log.warn({ err: error }, 'the end of a membership could not be read'));
      }

      events.subscribe(accountId, ({ topic }) => topic === accountChanged.topic && look(), signal);
      signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
      look();
    },
  };
}
