import { cutFactsSchema } from '#core/contract/cut-facts.ts';
import type { ToolItem } from '#core/contract/tool-run-calls.ts';
import { observer } from '#core/web/react/observer.ts';
import { useText } from '#core/web/react/use-text.ts';
import { BatchRunPage } from '#core/web/tools/BatchRunPage.tsx';

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
  const { first, last, copied, picturesEncoded, sound } = cut;
  const count = last - first;
  const encoded = count - copied;
  const pictures =
    picturesEncoded !== null
      ? t(`crop:facts.encoded-${picturesEncoded}`, { count })
      : t(encoded === 0 ? 'crop:facts.copied-all' : 'crop:facts.copied', { count, copied, encoded });
  return <p>{`${pictures}${t(`crop:facts.sound-${sound}`)}`}</p>;
});
