import type { EventData } from '#core/contract/event.ts';
import type { toolRunEnded } from '#core/contract/tool-run-events.ts';

import { I18N } from '../i18n/i18n.ts';
import type { PluginContext } from '../plugin-context.ts';
import { ROUTER } from '../router/router.ts';
import { TOASTS, type Toast } from '../toasts/toasts.ts';
import { runNotices } from './RunNotices.ts';
import { keyOf, type RunWords } from './run-words.ts';

type Ended = EventData<typeof toolRunEnded>;

/** How the end of a run is told. */
export interface RunEnds {
  /** The address of a run's page. */
  to(runId: string): string;
  /** What is said in the tool's own words. */
  words?: RunWords;
}

/** Announces on any page that a run has ended, unless the user is looking at it or has stopped it. */
export async function tellRunEnded(
  context: PluginContext,
  ended: Ended,
  { to: pageOf, words }: RunEnds,
): Promise<void> {
  if (ended.state === 'cancelled') return;
  await context.get(I18N).load(context.id);
  const { runId, name, made, failed } = ended;
  const to = pageOf(runId);
  const router = context.get(ROUTER);
  const open = (): void => void router.go(to);
  // A window beside the one that is worked in is visible, and nobody looks at it.
  const isSeen = document.visibilityState === 'visible' && document.hasFocus();
  const { text, kind } = textOf(context, ended, words);
  if (!isSeen) runNotices(context).show({ title: name, text, tag: runId, open });
  if (document.visibilityState === 'visible' && router.place.path === to) return;
  context.get(TOASTS).show({
    ...{ kind, text, key: `runs.ended.${runId}`, duration: 10_000 },
    action: { label: context.t(keyOf(words, made > 0 || failed > 0 ? 'end-see' : 'end-why')), run: open },
  });
}

function textOf(
  { t }: PluginContext,
  { state, name, made, failed }: Ended,
  words: RunWords | undefined,
): { text: string; kind: Toast['kind'] } {
  if (state === 'failed') return { kind: 'error', text: t(keyOf(words, 'end-failed'), { name, count: made }) };
  if (failed > 0) return { kind: 'warning', text: t(keyOf(words, 'end-partly'), { name, made, failed }) };
  return { kind: 'success', text: t(keyOf(words, 'end-done'), { name, count: made }) };
}
