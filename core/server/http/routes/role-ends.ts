import type { ServerContext } from '#core/server/plugins/context.ts';
import { ACCOUNT_EVENT } from '#core/server/services/accounts/accounts.ts';

/** The longest wait of a timer; what ends later is looked at again then. */
const LONGEST_WAIT = 24 * 60 * 60 * 1000;

/** Tells of memberships that end by themselves: nothing is written then, so no event comes of it. */
export interface RoleEnds {
  /** Calls `tell` with the topic of the account's own event whenever its membership runs out, until the signal fires. */
  follow(accountId: string, tell: (topic: string) => void, signal: AbortSignal): void;
}

/** Makes the {@link RoleEnds} of a node. */
export function createRoleEnds(ctx: Pick<ServerContext, 'accounts' | 'events' | 'db' | 'clock' | 'log'>): RoleEnds {
  const { accounts, events, db, clock, log } = ctx;

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
            if (wait <= LONGEST_WAIT) tell(ACCOUNT_EVENT);
            else look();
          },
          // What ends at a time is over from it on.
          Math.min(wait + 1, LONGEST_WAIT),
        );
        timer.unref();
      }

      function look(): void {
        arm().catch((error: unknown) => log.warn({ err: error }, 'the end of a membership could not be read'));
      }

      events.subscribe(accountId, ({ topic }) => topic === ACCOUNT_EVENT && look(), signal);
      signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
      look();
    },
  };
}
