import { cutFactsSchema } from '#core/contract/cut-facts.ts';
import type { ToolItem } from '#core/contract/tool-run-calls.ts';
import { observer } from '#core/web/react/observer.ts';
import { useOptionalService } from '#core/web/react/use-service.ts';
import { usePluginContext } from '#core/web/react/use-plugin-context.ts';
import { useText } from '#core/web/react/use-text.ts';
import { BatchRunPage } from '#core/web/tools/BatchRunPage.tsx';
import { ComparedItem } from '#core/web/tools/ComparedItem.tsx';
import { tellCopied } from '#core/web/tools/tell-copied.ts';
import { MATERIALS } from '#plugins/materials/api.ts';

import { MaskDraft } from '../draft/MaskDraft.ts';
import { AT } from '../draft/addresses.ts';

/** A run: how far it is, and the masked videos. */
export default observer(function RunPage() {
  const t = useText();
  const context = usePluginContext();
  const library = useOptionalService(MATERIALS);
  return (
    <BatchRunPage
      at={AT}
      title={t('mask:title')}
      icon="mosaic"
      look={{
        setUpAnew: (ids) => context.store(MaskDraft).inputs.openAlone(ids),
        screen: (item, usual) => <ComparedItem {...{ item, library, usual }} />,
        details: (item) => <CoverDetails item={item} />,
      }}
    />
  );
});

/** How much is covered, what was copied untouched, and what had to be encoded. */
const CoverDetails = observer(function CoverDetails({ item }: { item: ToolItem }) {
  const t = useText();
  const cover = cutFactsSchema.safeParse(item.facts).data;
  if (cover === undefined) return null;
  const { last, changed = 0 } = cover;
  return <p>{`${t('mask:facts.covered', { changed, count: last })}${tellCopied(t, cover)}`}</p>;
});
