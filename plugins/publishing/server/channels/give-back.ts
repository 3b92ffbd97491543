import { and, eq, or } from 'drizzle-orm';

import type { ServerContext } from '#core/server/plugins/context.ts';
import type { ChannelProvider } from '#core/server/services/providers/channels.ts';

import type { GIVEN_BACK } from '#plugins/publishing/channel-calls.ts';
import { publishingChannels } from '../tables.ts';
import type { ChannelRow } from './channel-tokens.ts';

export type GivenBack = (typeof GIVEN_BACK)[number];

/**
 * Gives a permission back at its platform, unless another account here stands on it: what one person has agreed to is
 * given back as a whole or not at all.
 * @param revoke asks the platform
 */
export async function giveBack(
  ctx: ServerContext,
  { adapter, ownerId, agreedBy }: Pick<ChannelRow, 'adapter' | 'ownerId' | 'agreedBy'>,
  revoke: (provider: ChannelProvider) => Promise<void>,
): Promise<GivenBack> {
  const same = and(eq(publishingChannels.adapter, adapter), eq(publishingChannels.ownerId, ownerId));
  const stands = agreedBy === null ? same : or(same, eq(publishingChannels.agreedBy, agreedBy));
  const [other] = await ctx.db.orm.select().from(publishingChannels).where(stands).limit(1);
  if (other !== undefined) return 'needed';
  try {
    const { provider } = await ctx.providers.one('channels', adapter);
    if (provider.handover !== undefined) return 'none';
    if (provider.revoke === undefined) return 'at-platform';
    await revoke(provider);
    return 'given-back';
  } catch (error) {
    ctx.log.warn({ err: error, adapter }, 'a permission could not be given back');
    return 'failed';
  }
}
