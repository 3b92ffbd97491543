import type { ServerContext } from '#core/server/plugins/context.ts';
import { describeBrowser } from '#core/server/services/accounts/describe-browser.ts';

import { projectOpened } from '#plugins/mixing/events.ts';
import { findMixProject } from './find-mix-project.ts';

/** Which window has a project open, and what it wants to be known. */
interface Presence {
  window: string;
  says: 'here' | 'here-who-else' | 'gone';
}

/**
 * Tells the account's other windows that one has a project open, or closes it. Nothing of it is kept.
 * @throws expected `mixing:project-missing` (404)
 */
export async function announcePresence(
  ctx: ServerContext,
  accountId: string,
  { projectId, userAgent, ...said }: Presence & { projectId: string; userAgent: string | undefined },
): Promise<null> {
  await findMixProject(ctx.db.scope(accountId), projectId);
  const data = { ...said, projectId, browser: describeBrowser(userAgent) };
  await ctx.events.hint(projectOpened, { accountId, data });
  return null;
}
