import type { ToolItem, ToolRun } from '#core/contract/tool-run-calls.ts';
import { observer } from '#core/web/react/observer.ts';
import { usePluginContext } from '#core/web/react/use-plugin-context.ts';
import { useText } from '#core/web/react/use-text.ts';
import { BatchRunPage } from '#core/web/tools/BatchRunPage.tsx';
import { KeptNote } from '#core/web/tools/KeptNote.tsx';

import { shotFactsSchema, splitRunFactsSchema } from '#plugins/segmentation/facts.ts';
import { SplitDraft } from '../draft/SplitDraft.ts';
import { AT } from '../draft/addresses.ts';

/** A run: how far it is, and its shots, which are in the library once all are made. */
export default observer(function RunPage() {
  const t = useText();
  const context = usePluginContext();
  return (
    <BatchRunPage
      at={AT}
      title={t('segmentation:title')}
      icon="split"
      look={{
        setUpAnew: (ids) => context.store(SplitDraft).inputs.openAlone(ids),
        notes: noteOf,
        keptElsewhere: (run) => keptBy(run).kept,
        details: (item) => <ShotDetails item={item} />,
      }}
    />
  );
});

const keptBy = ({ facts }: ToolRun) => splitRunFactsSchema.safeParse(facts).data ?? { folderId: null, kept: 0 };

function noteOf(run: ToolRun) {
  const { folderId, kept } = keptBy(run);
  if (kept === 0) return null;
  return <KeptNote count={kept} to={folderId === null ? '/material/list' : `/material/list?folder=${folderId}`} />;
}

/** Which frames of the video it is, and how many of them were copied untouched. */
const ShotDetails = observer(function ShotDetails({ item }: { item: ToolItem }) {
  const t = useText();
  const shot = shotFactsSchema.safeParse(item.facts).data;
  if (shot === undefined) return null;
  const { first, last, copied, tags } = shot;
  const count = last - first;
  return (
    <p>
      {t('segmentation:facts', { first: first + 1, last, count, copied, encoded: count - copied })}
      {tags.length > 0 && ` ${tags.map((tag) => `#${tag}`).join(' ')}`}
    </p>
  );
});
