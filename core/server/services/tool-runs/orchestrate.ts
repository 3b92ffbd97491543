import { afterRound, isMaking, MAX_REPLANS, nextState } from './run-machine.ts';
import type { RunStore, SettledItem, ToPlan } from './run-store.ts';
import type { Json, RunError } from './tool.ts';

// What comes next in a run, whatever keeps it. Each function is one step that the store makes whole or not at all.

/** A plan is there. Nobody needs it when the run has been cancelled meanwhile. */
export async function planned<F>(store: RunStore<F>, items: readonly ToPlan[]): Promise<void> {
  if (nextState(store.run.state, 'planned') === undefined) return;
  if (items.length === 0) return await roundEnded(store);
  await store.addItems(items);
  await store.enter('planned');
}

/**
 * An item has ended. Whoever ends the last one starts what comes next. One that failed keeps its reason and waits for a
 * retry, while the others go on.
 * @returns false when it had ended before
 */
export async function settled<F>(store: RunStore<F>, itemId: string, outcome: SettledItem<F>): Promise<boolean> {
  if (!(await store.settle(itemId, outcome))) return false;
  if (isMaking(store.run.state) && (await store.counts()).open === 0) await roundEnded(store);
  return true;
}

/** What follows the last item is done. */
export async function finished<F>(store: RunStore<F>, facts: Json): Promise<void> {
  if (nextState(store.run.state, 'finished') !== undefined) await store.enter('finished', { facts });
}

/** Planning or finishing has failed for good: the run has, and its owner may try it again. */
export async function broke<F>(store: RunStore<F>, error: RunError | null): Promise<void> {
  if (nextState(store.run.state, 'broke') !== undefined) await store.enter('broke', { error });
}

/** Its owner has stopped it. What is finished stays. */
export async function cancelled<F>(store: RunStore<F>): Promise<void> {
  if (nextState(store.run.state, 'cancel') !== undefined) await store.enter('cancel');
}

async function roundEnded<F>(store: RunStore<F>): Promise<void> {
  const { made, replaced, refused, error } = await store.counts();
  const { replans, hasFinish, nothing } = store.run;
  const next = afterRound({ made, replaced, refused, replans });
  if (next === 'again') {
    await store.enter('again', { isCounted: replaced > refused });
    await store.work('plan');
  } else if (next === 'broke') {
    const code = nothing ?? (replans < MAX_REPLANS ? 'core:tool-run.nothing' : 'core:tool-run.replaced');
    await store.enter('broke', { error: error ?? { code, params: {} } });
  } else {
    await store.enter('settled');
    if (hasFinish) await store.work('finish');
    else await store.enter('finished');
  }
}
