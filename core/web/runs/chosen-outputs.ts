import type { FollowedToolRun } from './FollowedToolRun.ts';
import type { ChosenOutputs } from './run-outputs.ts';

/** What something is done with: the finished items that are chosen, or all while none are. */
export function chosenOutputs({ id, selection, chosen, made }: FollowedToolRun): ChosenOutputs {
  const isChoosing = selection.size > 0;
  const items = isChoosing ? chosen.map((item) => item.id) : null;
  return { runId: id, items, count: isChoosing ? chosen.length : made.length };
}
