import { ExpectedError } from '#core/contract/errors.ts';
import type { Tx } from '#core/server/ground/database/database.ts';
import type { AnyTool, Answer, Json, ToolWork } from '#core/server/services/tool-runs/tool.ts';

import { inSavepoint, type WorkGuard } from './guard-half.ts';
import { watchHang } from './hang-watch.ts';

/**
 * Wraps a tool of a half: what fails in it is recorded here, and otherwise handled by the queue as usual. Work that hangs
 * has failed.
 */
export function guardTool(tool: AnyTool, guard: WorkGuard): AnyTool {
  const { extent, finish, ended, archive, runFacts, itemFacts, nameFields } = tool;
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
  /** What is only said of a run keeps nobody from it. */
  const facts = async (say: () => Promise<ReadonlyMap<string, Json>>): Promise<ReadonlyMap<string, Json>> => {
    try {
      const said: unknown = await guard.within(say);
      if (!(said instanceof Map)) throw new TypeError(`tool "${tool.name}": facts must be a map by ids`);
      return said as ReadonlyMap<string, Json>;
    } catch (error) {
      guard.fault(error, 'route');
      return new Map();
    }
  };
  const names = (say: () => Readonly<Record<string, unknown>>): Record<string, string> => {
    try {
      return Object.fromEntries(Object.entries(guard.within(say)).map(([field, value]) => [field, String(value)]));
    } catch (error) {
      guard.fault(error, 'route');
      return {};
    }
  };
  return {
    ...tool,
    plan: (run, work, made) => answered(work, (watched) => tool.plan(run, watched, made)),
    async make(item, work) {
      const { confirm, ...end } = await guarded(work, (watched) => tool.make(item, watched));
      return confirm === undefined ? end : { ...end, confirm: (tx) => guarded(work, () => confirm(tx)) };
    },
    ...(extent === undefined ? {} : { extent: (run) => guard.within(() => extent.call(tool, run)) }),
    ...(finish === undefined
      ? {}
      : { finish: (run, work, made) => answered(work, (watched) => finish.call(tool, run, watched, made)) }),
    ...(archive === undefined
      ? {}
      : { archive: (run, language) => guard.within(() => archive.call(tool, run, language)) }),
    ...(runFacts === undefined
      ? {}
      : { runFacts: (accountId, runs, language) => facts(() => runFacts.call(tool, accountId, runs, language)) }),
    ...(itemFacts === undefined
      ? {}
      : { itemFacts: (accountId, items) => facts(() => itemFacts.call(tool, accountId, items)) }),
    ...(nameFields === undefined
      ? {}
      : { nameFields: (params, run) => names(() => nameFields.call(tool, params, run)) }),
    ...(ended === undefined
      ? {}
      : { ended: (tx, run, end) => inSavepoint(tx, () => guard.within(() => ended.call(tool, tx, run, end)), guard) }),
  };
}
