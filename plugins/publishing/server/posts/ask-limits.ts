import { translate, type MessageLanguage } from '#core/server/ground/messages.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { ChannelRules } from '#core/server/services/providers/channels.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';

import { HostGone } from '../channels/channel-host.ts';
import { senderOf, withTokens, type ChannelRow } from '../channels/channel-tokens.ts';
import { keepQuota, quotaOf } from './day-quotas.ts';

/** Accounts whose limits are asked for at the same time. */
const AT_ONCE = 8;

/** What each account takes now, or a sentence that says why nothing goes out there. */
export async function limitsOf(ctx: ServerContext, channels: readonly ChannelRow[], language: MessageLanguage) {
  const limits = new Map<string, ChannelRules | string>();
  const waiting = [...channels];
  const work = async () => {
    for (let channel = waiting.shift(); channel !== undefined; channel = waiting.shift()) {
      limits.set(channel.id, await limitsOfOne(ctx, channel, language));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return limits;
}

async function limitsOfOne(
  ctx: ServerContext,
  channel: ChannelRow,
  language: MessageLanguage,
): Promise<ChannelRules | string> {
  try {
    const rules = await withTokens(ctx, channel, (provider, tokens) => senderOf(provider, channel).rules(tokens));
    await keepQuota(ctx, channel, quotaOf(rules, ctx.clock.now()));
    return rules;
  } catch (error) {
    if (error instanceof HostGone) return translate(language, 'publishing:cause.host-gone', { channel: channel.name });
    const isExpired = error instanceof ProviderFailure && error.kind === 'unauthorised';
    if (!isExpired) ctx.log.warn({ err: error, adapter: channel.adapter }, 'what an account takes could not be asked');
    return translate(language, isExpired ? 'publishing:cause.authorise' : 'publishing:misfit.unknown', {
      channel: channel.name,
    });
  }
}
