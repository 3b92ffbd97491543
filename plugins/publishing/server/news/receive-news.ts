import { takeRate, usesOf } from '#core/server/ground/database/rate-limit.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';
import type { ServiceAnswer, ServiceCall } from '#core/server/services/providers/service-call.ts';

import { takeNews } from './take-news.ts';

/** Messages of a service that are taken in a minute; it sends those beyond it again later. */
const TAKEN_A_MINUTE = 600;
/** Wrong messages from one address in a minute after which nothing from there is looked at any more. */
const WRONG_A_MINUTE = 30;
/** How many refusals and unknown accounts of a service are written down in a minute. */
const AUDITED_A_MINUTE = 5;

const LATER: ServiceAnswer = { status: 429, body: 'too many messages; try again in a minute' };

/**
 * Takes what a platform tells of accounts and posts. What is answered as taken is stored; a platform that is answered
 * anything else tells again.
 * @throws expected as `Providers.one`
 */
export async function receiveNews(
  ctx: ServerContext,
  { service, call, ip }: { service: string; call: ServiceCall; ip: string },
): Promise<ServiceAnswer> {
  const wrongKey = `publishing:news-wrong:${ip}`;
  if ((await usesOf(ctx.db, wrongKey)) >= WRONG_A_MINUTE) return LATER;
  const { provider } = await ctx.providers.one('channels', service);
  if (provider.receive === undefined) return { status: 404, body: 'this service sends no news' };
  try {
    const { answer, news } = await provider.receive(call);
    if (!(await takeRate(ctx.db, `publishing:news:${service}`, TAKEN_A_MINUTE, 60)).allowed) return LATER;
    for (const one of news) {
      if ((await takeNews(ctx, service, one)) === 'unknown') {
        await audit(ctx, service, { action: 'channel.news-unknown', details: { owner: one.owner } });
      }
    }
    return answer;
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    ctx.log.warn({ err: error, service }, 'news of a platform were not taken');
    if (error.kind !== 'refused') return { status: 503, body: 'try again' };
    await takeRate(ctx.db, wrongKey, WRONG_A_MINUTE, 60);
    await audit(ctx, service, { action: 'channel.news-refused', ip, details: { why: error.message } });
    return { status: call.method === 'GET' ? 403 : 401, body: 'refused' };
  }
}

async function audit(
  { db, audit: log }: ServerContext,
  service: string,
  { action, ip, details }: { action: string; ip?: string; details: Record<string, unknown> },
): Promise<void> {
  if (!(await takeRate(db, `publishing:${action}:${service}`, AUDITED_A_MINUTE, 60)).allowed) return;
  await log.record(db, { actor: 'anonymous', action, target: service, details, ...(ip === undefined ? {} : { ip }) });
}
