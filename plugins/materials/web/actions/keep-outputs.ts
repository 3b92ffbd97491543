import { HTTP } from '#core/web/http/http.ts';
import type { PluginContext } from '#core/web/plugin-context.ts';
import { ROUTER } from '#core/web/router/router.ts';
import type { ChosenOutputs } from '#core/web/runs/run-outputs.ts';
import { TOASTS } from '#core/web/toasts/toasts.ts';

import { MATERIALS } from '#plugins/materials/api.ts';
import { keepToolOutputs } from '#plugins/materials/calls.ts';

/** Asks for a folder, and puts what a tool has made there. */
export async function keepOutputs(context: PluginContext, { runId, items, count }: ChosenOutputs): Promise<void> {
  const { t, signal, log } = context;
  const folder = await context.get(MATERIALS).pickFolder({
    title: t('materials:runs.keep-title', { count }),
    confirm: t('materials:runs.keep-confirm'),
  });
  if (folder === undefined) return;
  const body = { runId, ...folder, ...(items === null ? {} : { items: [...items] }) };
  try {
    const { kept } = await context.get(HTTP).call(keepToolOutputs, { body }, { signal });
    const to = `/material/list${folder.folderId === null ? '' : `?folder=${folder.folderId}`}`;
    context.get(TOASTS).show({
      kind: 'success',
      text: () => t('materials:runs.kept', { count: kept }),
      duration: 6000,
      action: { label: t('materials:runs.kept-see'), run: () => void context.get(ROUTER).go(to) },
    });
  } catch (error) {
    // The error catalogue has told it.
    if (!signal.aborted) log.info('outputs were not kept', error);
  }
}
