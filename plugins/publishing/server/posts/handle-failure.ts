import { ExpectedError } from '#core/contract/errors.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';

import { HostGone } from '../channels/channel-host.ts';
import type { PostCause } from '../tables.ts';
import { endFailed, goOn, Later, pauseOf, soon, type Attempt } from './post-attempt.ts';
import { NoRoom, waitForRoom } from './put-off.ts';

/** Why a post has failed, with what its owner can do. */
export function cause(
  code: PostCause['code'],
  { post }: Attempt,
  next: PostCause['next'],
  params: PostCause['params'] = {},
): PostCause {
  return { code, params: { channel: post.channelName, ...params }, next };
}

/** In the platform's own words, within a sentence of ours. */
export const refused = (attempt: Attempt, reason: string): PostCause =>
  cause('publishing:cause.refused', attempt, 'change', { reason: reason.replace(/[\s.。!！]+$/u, '') });

/** Decides what an error means for a post: it goes on later, or ends with a cause and what its owner can do. */
export async function handleFailure(attempt: Attempt, error: unknown): Promise<void> {
  const { ctx, run, post, channel } = attempt;
  if (run.signal.aborted) throw error;
  if (isSwitchedOff(error)) return await waitForService(attempt);
  if (error instanceof Later) return await goOn(attempt, error.milliseconds, error.values);
  if (error instanceof ExpectedError && error.kind !== 'unavailable') {
    const isUnclear = error.code === 'publishing:cause.unclear';
    return await endFailed(attempt, { code: error.code, params: error.params, next: isUnclear ? 'look' : 'change' });
  }
  if (error instanceof NoRoom && channel !== undefined) return await waitForRoom(attempt, channel, error);
  if (error instanceof HostGone) return await endFailed(attempt, cause('publishing:cause.host-gone', attempt, 'host'));
  if (error instanceof ProviderFailure) {
    ctx.log.warn({ err: error, post: post.id }, 'a platform did not take a post');
    if (error.kind === 'unauthorised')
      return await endFailed(attempt, cause('publishing:cause.authorise', attempt, 'authorise'));
    if (error.kind === 'refused') {
      return await endFailed(attempt, refused(attempt, error.said ?? error.message));
    }
    if (error.kind === 'configuration') {
      return await endFailed(attempt, cause('publishing:cause.configuration', attempt, 'operator'));
    }
    // What is there already is only asked about later.
    if (error.kind === 'limited' && post.remote === null && channel !== undefined) {
      return await waitForRoom(attempt, channel, error);
    }
    const until = error.until?.getTime() ?? 0;
    const wait = Math.max(until - ctx.clock.now().getTime(), pauseOf(ctx, post));
    if (soon(ctx, wait) < post.deadline) return await goOn(attempt, wait);
    const code = error.kind === 'limited' ? 'publishing:cause.limited' : 'publishing:cause.unreachable';
    return await endFailed(attempt, cause(code, attempt, 'retry'));
  }
  throw error;
}

/** What only operators can end: trying again would fail in the same way. */
const SWITCHED_OFF: readonly string[] = ['core:provider.unused', 'core:provider.disabled', 'core:provider.incomplete'];

const isSwitchedOff = (error: unknown): boolean => error instanceof ExpectedError && SWITCHED_OFF.includes(error.code);

/** What its platform has waits for the service to be back; of what may be there its owner has to find out. */
async function waitForService(attempt: Attempt): Promise<void> {
  const { ctx, post } = attempt;
  if (post.remote !== null) return await goOn(attempt, pauseOf(ctx, post));
  const why =
    post.committedAt === null
      ? cause('publishing:cause.configuration', attempt, 'operator')
      : cause('publishing:cause.unclear', attempt, 'look');
  await endFailed(attempt, why);
}
