import type { ToolRun } from '#core/contract/tool-run-calls.ts';
import { Button } from '#core/web/components/Button.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useKernel } from '#core/web/react/use-kernel.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { usePluginContext } from '#core/web/react/use-plugin-context.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useSlot } from '#core/web/react/use-slot.ts';
import { useText } from '#core/web/react/use-text.ts';
import { ROUTER } from '#core/web/router/router.ts';
import { RunNote } from '#core/web/runs/RunNote.tsx';
import { MATERIAL_ACTIONS, MATERIALS, type MaterialAction } from '#plugins/materials/api.ts';

import { splitRunFactsSchema } from '#plugins/segmentation/facts.ts';

/** The shots are in the library: what other features do with them, such as mixing them. */
export const NextSteps = observer(function NextSteps({ run }: { run: ToolRun }) {
  const t = useText();
  const context = usePluginContext();
  const router = useService(ROUTER);
  const actions = useSlot(MATERIAL_ACTIONS);
  const facts = splitRunFactsSchema.safeParse(run.facts).data;
  if (run.state !== 'done' || facts === undefined || facts.kept === 0) return null;
  const others = actions.filter(({ item, context: owner }) => item.kinds.includes('video') && owner.id !== context.id);
  return (
    <RunNote kind="info">
      <p role="status">{t('segmentation:kept', { count: facts.kept })}</p>
      <Button size="small" variant="quiet" icon="folder" onClick={() => void router.go('/material/list/video')}>
        {t('segmentation:open-library')}
      </Button>
      {others.map(({ key, item, context: owner }) => (
        <NextStep key={key} action={item} owner={owner.id} ids={facts.materials} />
      ))}
    </RunNote>
  );
});

function NextStep({ action, owner, ids }: { action: MaterialAction; owner: string; ids: readonly string[] }) {
  const t = useText();
  const context = usePluginContext();
  const { faults } = useKernel();
  const run = usePluginCallback(async () => {
    const found = await context.tryGet(MATERIALS)?.find(ids);
    const materials = ids.flatMap((id) => found?.get(id) ?? []);
    // What goes wrong in it is its owner's fault.
    if (materials.length > 0) faults.guard(owner, () => action.run(materials));
  });
  return (
    <Button size="small" variant={action.isNext === true ? 'primary' : undefined} icon={action.icon} onClick={run}>
      {t(action.title, { count: ids.length })}
    </Button>
  );
}
