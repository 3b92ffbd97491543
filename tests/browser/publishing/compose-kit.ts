import { answer, type Answer } from '#core/web/testing/index.ts';
import { planPosts, type AccountTakes, type PlannedPost, type WishedPosts } from '#plugins/publishing/plan-calls.ts';
import type { DayQuota } from '#plugins/publishing/quota-calls.ts';
import type { GroupReached } from '#plugins/publishing/web/compose/PublishPlan.ts';
import { buildClip } from '#tests/browser/crop/crop-kit.ts';
import { buildChannel, buildTakes, channelsAnswer, open } from './publishing-kit.ts';

export const PATH = '/material/video-publishing';
/** Two accounts of a group. */
export const [ONE, TWO] = [buildChannel(1, { group: '华南' }), buildChannel(2, { group: '华南' })];
/** One whose permission has ended. */
export const EXPIRED = buildChannel(3, { state: 'expired' });

/** A plan of some posts. */
export const planned = (
  posts: PlannedPost[],
  available = 340,
  takes: Record<string, AccountTakes> = {},
  apart: GroupReached[] = [],
  quotas: DayQuota[] = [],
): Answer =>
  answer(planPosts, {
    ...{ posts, cost: posts.length, available, apart, quotas, gone: 0 },
    audiences: { [ONE.id]: ['PUBLIC_TO_EVERYONE', 'SELF_ONLY'], [TWO.id]: ['public'] },
    takes: { [ONE.id]: buildTakes(), [TWO.id]: buildTakes({ covers: null }), ...takes },
  });

/** The page with two clips of the library and both accounts of a group. */
export async function composed(calls: Answer[], features = [15]) {
  const page = await open('Compose', PATH, [channelsAnswer([ONE, TWO, EXPIRED]), ...calls], {
    session: { account: { features } },
  });
  page.library.hand(buildClip(1), buildClip(2));
  await page.click(await page.until(() => page.byRole('button', '选择视频')));
  await page.click(await page.until(() => page.byRole('checkbox', '华南（2 个）')));
  return page;
}

/** What the page asked to be planned last. */
export const lastPlanned = (page: Awaited<ReturnType<typeof open>>) =>
  page.http.callsOf(planPosts).at(-1)?.body as WishedPosts | undefined;
