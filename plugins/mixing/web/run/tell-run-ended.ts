import type { EventData } from '#core/contract/event.ts';
import { I18N } from '#core/web/i18n/i18n.ts';
import type { PluginContext } from '#core/web/plugin-context.ts';
import { ROUTER } from '#core/web/router/router.ts';
import { TOASTS, type Toast } from '#core/web/toasts/toasts.ts';

import type { runEnded } from '#plugins/mixing/events.ts';
import { RunNotices } from './RunNotices.ts';

type Ended = EventData<typeof runEnded>;

/** Announces on any page that a run has ended, unless the user is looking at it or has stopped it. */
export async function tellRunEnded(context: PluginContext, ended: Ended): Promise<void> {
  if (ended.state === 'cancelled') return;
  await context.get(I18N).load('mixing');
  const { runId, name, made, failed } = ended;
  const to = `/mixedCut/run/${runId}`;
  const router = context.get(ROUTER);
  const open = (): void => void router.go(to);
  // A window beside the one that is worked in is visible, and nobody looks at it.
  const isSeen = document.visibilityState === 'visible' && document.hasFocus();
  const { text, kind } = textOf(context, ended);
  if (!isSeen)
    context.store(RunNotices).show({ title: context.t('mixing:notice.title', { name }), text, tag: runId, open });
  if (document.visibilityState === 'visible' && router.place.path === to) return;
  context.get(TOASTS).show({
    ...{ kind, text, key: `mixing.run-ended.${runId}`, duration: 10_000 },
    action: { label: context.t(made > 0 || failed > 0 ? 'mixing:notice.see' : 'mixing:notice.why'), run: open },
  });
}

function textOf({ t }: PluginContext, { state, name, made, failed }: Ended): { text: string; kind: Toast['kind'] } {
  if (state === 'failed') return { kind: 'error', text: t('mixing:notice.failed', { name, count: made }) };
  if (failed > 0) return { kind: 'warning', text: t('mixing:notice.partly', { name, made, failed }) };
  return { kind: 'success', text: t('mixing:notice.done', { name, count: made }) };
}
