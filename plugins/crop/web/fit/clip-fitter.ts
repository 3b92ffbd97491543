import { extentOf } from '#core/contract/price.ts';
import { startToolRun } from '#core/contract/tool-run-calls.ts';
import { HTTP } from '#core/web/http/http.ts';
import type { PluginContext } from '#core/web/plugin-context.ts';
import { titleOf } from '#core/web/tools/BatchDraft.ts';
import { agreeToCost } from '#core/web/tools/tool-price.ts';

import type { ClipFitter, ClipToFit, FitRun } from '#plugins/crop/api.ts';
import { CUT_TOOL, MOST_CLIPS } from '#plugins/crop/cut-settings.ts';

/** What other plugins have made fit by runs of the cut tool. */
export function clipFitter(context: PluginContext): ClipFitter {
  const nameOf = (clips: readonly ClipToFit[]) => {
    const name = titleOf(clips[0]?.name ?? '');
    const what = clips.length === 1 ? name : context.t('shell:tools.run-name', { name, count: clips.length });
    return context.t('crop:fit-run', { name: what });
  };
  return {
    async start(clips, fit) {
      const lengths = clips.map(({ seconds }) => Math.min(seconds ?? Infinity, fit.seconds ?? Infinity));
      const agreed = await agreeToCost(context, CUT_TOOL, extentOf(lengths));
      if (agreed === undefined) return [];
      const runs: FitRun[] = [];
      for (let at = 0; at < clips.length; at += MOST_CLIPS) {
        const some = clips.slice(at, at + MOST_CLIPS);
        const inputs = some.map(({ id }) => id);
        const body = { tool: CUT_TOOL, name: nameOf(some), settings: { fit }, inputs, agreed, once: true };
        try {
          const { id } = await context.get(HTTP).call(startToolRun, { body });
          runs.push({ id, clips: inputs });
        } catch (error) {
          // The catalogue has told it; what was started goes on.
          if (!context.signal.aborted) context.log.info('copies were not begun', error);
          break;
        }
      }
      return runs;
    },
  };
}
