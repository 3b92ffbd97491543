import { cutFactsSchema } from '#core/contract/cut-facts.ts';
import type { ToolItem } from '#core/contract/tool-run-calls.ts';
import { observer } from '#core/web/react/observer.ts';
import { usePluginContext } from '#core/web/react/use-plugin-context.ts';
import { useText } from '#core/web/react/use-text.ts';
import { BatchRunPage } from '#core/web/tools/BatchRunPage.tsx';
import { tellCopied } from '#core/web/tools/tell-copied.ts';

import { CropDraft } from '../draft/CropDraft.ts';
import { AT } from '../draft/addresses.ts';

/** A run: how far it is, and the cuts. */
export default observer(function RunPage() {
  const t = useText();
  const context = usePluginContext();
  return (
    <BatchRunPage
      at={AT}
      title={t('crop:title')}
      icon="crop"
      look={{
        setUpAnew: (ids) => context.store(CropDraft).inputs.openAlone(ids),
        details: (item) => <CutDetails item={item} />,
      }}
    />
  );
});

/** What was copied untouched, and what had to be encoded. */
const CutDetails = observer(function CutDetails({ item }: { item: ToolItem }) {
  const t = useText();
  const cut = cutFactsSchema.safeParse(item.facts).data;
  if (cut === undefined) return null;
  return <p>{tellCopied(t, cut)}</p>;
});
