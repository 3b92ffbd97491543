import { ExpectedError } from '#core/contract/errors.ts';
import type { Tx } from '#core/server/ground/database/database.ts';
import type { AnyTool, Answer, ToolWork } from '#core/server/services/tool-runs/tool.ts';

import { inSavepoint, type WorkGuard } from './guard-half.ts';
import { watchHang } from './hang-watch.ts';

/**
 * Wraps a tool of a half: what fails in it is recorded here, and otherwise handled by the queue as usual. Work that hangs
 * has failed.
 */
export function guardTool(tool: AnyTool, guard: WorkGuard): AnyTool {
  const { price, finish, ended, archive } = tool;
  const guarded = async <T>(given: ToolWork, work: (watched: ToolWork) => Promise<T>): Promise<T> => {
    try {
      const limit = { milliseconds: guard.hangMilliseconds, signal: given.signal };
      return await guard.within(() =>
        watchHang(`the tool "${tool.name}"`, limit, ({ signal, alive }) =>
          work({
            ...given,
            signal,
            progress(value, secondsLeft) {
              alive();
              given.progress(value, secondsLeft);
            },
          }),
        ),
      );
    } catch (error) {
      if (!(error instanceof ExpectedError) && !given.signal.aborted) guard.fault(error, 'job');
      throw error;
    }
  };
  const answered = async <T>(given: ToolWork, work: (watched: ToolWork) => Promise<Answer<T>>): Promise<Answer<T>> => {
    const answer = await guarded(given, work);
    if (typeof answer !== 'function') return answer;
    // What a tool says is plain JSON, so a function is one that says it.
    const say = answer as (tx: Tx | null) => Promise<T>;
    return (tx) => guarded(given, () => say(tx));
  };
  return {
    ...tool,
    plan: (run, work, made) => answered(work, (watched) => tool.plan(run, watched, made)),
    async make(item, work) {
      const { confirm, ...end } = await guarded(work, (watched) => tool.make(item, watched));
      return confirm === undefined ? end : { ...end, confirm: (tx) => guarded(work, () => confirm(tx)) };
    },
    ...(price === undefined
      ? {}
      : { price: (settings, inputs) => guard.within(() => price.call(tool, settings, inputs)) }),
    ...(finish === undefined
      ? {}
      : { finish: (run, work, made) => answered(work, (watched) => finish.call(tool, run, watched, made)) }),
    ...(archive === undefined
      ? {}
      : { archive: (run, language) => guard.within(() => archive.call(tool, run, language)) }),
    ...(ended === undefined
      ? {}
      : { ended: (tx, run, end) => inSavepoint(tx, () => guard.within(() => ended.call(tool, tx, run, end)), guard) }),
  };
}
