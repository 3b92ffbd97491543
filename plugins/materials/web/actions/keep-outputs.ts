import { listToolItems } from '#core/contract/tool-run-calls.ts';
import { DIALOGS } from '#core/web/dialogs/dialogs.ts';
import { HTTP } from '#core/web/http/http.ts';
import type { PluginContext } from '#core/web/plugin-context.ts';
import { ROUTER } from '#core/web/router/router.ts';
import type { ChosenOutputs } from '#core/web/runs/run-outputs.ts';
import { TOASTS } from '#core/web/toasts/toasts.ts';

import { MATERIALS } from '#plugins/materials/api.ts';
import { keepToolOutputs, type MaterialKind } from '#plugins/materials/calls.ts';
import type { GoOnQuestion } from './GoOnDialog.tsx';

/** Asks for a folder, and puts what a tool has made there. */
export async function keepOutputs(context: PluginContext, { runId, items, count }: ChosenOutputs): Promise<void> {
  const { t } = context;
  const folder = await context.get(MATERIALS).pickFolder({
    title: t('materials:runs.keep-title', { count }),
    confirm: t('materials:runs.keep-confirm'),
  });
  if (folder === undefined) return;
  const kept = await keepIn(context, { runId, items }, folder.folderId);
  if (kept === undefined) return;
  const to = `/material/list${folder.folderId === null ? '' : `?folder=${folder.folderId}`}`;
  context.get(TOASTS).show({
    kind: 'success',
    text: () => t('materials:runs.kept', { count: kept.length }),
    duration: 6000,
    action: { label: t('materials:runs.kept-see'), run: () => void context.get(ROUTER).go(to) },
  });
}

/**
 * Offers what comes next with what a tool has made, as it is offered for materials: what is chosen becomes some, which
 * stay.
 */
export async function goOn(context: PluginContext, outputs: ChosenOutputs): Promise<void> {
  const { signal, log } = context;
  try {
    const [first, ...others] = outputs.items ?? [];
    const query = first === undefined ? {} : { ids: [first, ...others].slice(0, 50).join(',') };
    const { items } = await context.get(HTTP).call(listToolItems, { params: { id: outputs.runId }, query }, { signal });
    const type = items.flatMap(({ files }) => files)[0]?.type ?? '';
    const question: GoOnQuestion = {
      kind: kindOf(type),
      count: outputs.count,
      async take() {
        const kept = await keepIn(context, outputs, null);
        const found = kept === undefined ? undefined : await context.get(MATERIALS).find(kept);
        return found === undefined ? undefined : [...found.values()];
      },
    };
    await context.get(DIALOGS).show(() => import('./GoOnDialog.tsx'), question, { width: 480, compact: true });
  } catch (error) {
    // The error catalogue has told it.
    if (!signal.aborted) log.info('outputs were not read', error);
  }
}

const kindOf = (type: string): MaterialKind =>
  type.startsWith('audio/') ? 'music' : type.startsWith('image/') ? 'image' : 'video';

/** @returns ids of the materials, in their order; undefined when it failed, which was shown */
async function keepIn(
  context: PluginContext,
  { runId, items }: Pick<ChosenOutputs, 'runId' | 'items'>,
  folderId: string | null,
): Promise<string[] | undefined> {
  const { signal, log } = context;
  const body = { runId, folderId, ...(items === null ? {} : { items: [...items] }) };
  try {
    return (await context.get(HTTP).call(keepToolOutputs, { body }, { signal })).materials;
  } catch (error) {
    // The error catalogue has told it.
    if (!signal.aborted) log.info('outputs were not kept', error);
    return undefined;
  }
}
