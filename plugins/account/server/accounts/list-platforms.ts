import type { Platform } from '#core/contract/account-calls.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { translate, type MessageLanguage } from '#core/server/ground/messages.ts';

import { PLATFORMS } from '../settings.ts';

/** The platforms of this installation, named in the caller's language. */
export async function listPlatforms(ctx: ServerContext, language: MessageLanguage): Promise<Platform[]> {
  const ids = await ctx.settings.get(PLATFORMS);
  return ids.map((id) => ({ label: translate(language, `account:platform.${id}`), value: id }));
}
