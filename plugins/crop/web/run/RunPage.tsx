import { cutFactsSchema } from '#core/contract/cut-facts.ts';
import type { ToolItem } from '#core/contract/tool-run-calls.ts';
import { observer } from '#core/web/react/observer.ts';
import { useText } from '#core/web/react/use-text.ts';
import { BatchRunPage } from '#core/web/tools/BatchRunPage.tsx';
import { tellCopied } from '#core/web/tools/tell-copied.ts';

import { AT } from './addresses.ts';

/** A run: how far it is, and the cuts. */
export default observer(function RunPage() {
  const t = useText();
  return (
    <BatchRunPage
      at={AT}
      title={t('crop:title')}
      icon="crop"
      look={{ details: (item) => <CutDetails item={item} /> }}
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
