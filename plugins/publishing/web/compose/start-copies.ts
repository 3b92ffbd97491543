import { HTTP } from '#core/web/http/http.ts';
import type { PluginContext } from '#core/web/plugin-context.ts';

import type { ClipFitter, ClipToFit } from '#plugins/crop/api.ts';
import { MATERIALS } from '#plugins/materials/api.ts';
import { noteCopies, type PlannedPost } from '#plugins/publishing/plan-calls.ts';

/**
 * Has copies made of the videos of posts that do not fit, one for all accounts that take the same, and says for which posts
 * they are. Failures are told.
 */
export async function startCopies(
  context: PluginContext,
  fitter: ClipFitter,
  posts: readonly PlannedPost[],
): Promise<void> {
  const library = await context.tryGet(MATERIALS)?.find([...new Set(posts.map(({ fileId }) => fileId))]);
  for (const alike of Map.groupBy(posts, ({ fit }) => JSON.stringify(fit?.limits)).values()) {
    const limits = alike[0]?.fit?.limits;
    if (limits === undefined) continue;
    const clips = new Map(
      alike.map(({ fileId: id, name }): [string, ClipToFit] => {
        return [id, { id, name, seconds: library?.get(id)?.seconds ?? null }];
      }),
    );
    for (const run of await fitter.start([...clips.values()], limits)) {
      const made = new Set(run.clips);
      const copies = alike
        .filter(({ fileId }) => made.has(fileId))
        .map(({ fileId, channelId }) => ({ fileId, channelId }));
      try {
        await context.get(HTTP).call(noteCopies, { body: { runId: run.id, copies } });
      } catch (error) {
        // The catalogue has told it.
        if (!context.signal.aborted) context.log.info('copies were not noted', error);
      }
    }
  }
}
