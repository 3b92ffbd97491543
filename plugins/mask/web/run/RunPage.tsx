import { cutFactsSchema } from '#core/contract/cut-facts.ts';
import type { ToolItem } from '#core/contract/tool-run-calls.ts';
import { observer } from '#core/web/react/observer.ts';
import { useText } from '#core/web/react/use-text.ts';
import { BatchRunPage } from '#core/web/tools/BatchRunPage.tsx';

import { AT } from './addresses.ts';
import { ComparedItem } from './ComparedItem.tsx';

/** A run: how far it is, and the masked videos. */
export default observer(function RunPage() {
  const t = useText();
  return (
    <BatchRunPage
      at={AT}
      title={t('mask:title')}
      icon="mosaic"
      look={{
        screen: (item, usual) => <ComparedItem item={item} usual={usual} />,
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
  const { last, changed = 0, copied, picturesEncoded, sound } = cover;
  const pictures =
    picturesEncoded === null
      ? t('mask:facts.copied', { copied, encoded: last - copied })
      : t(`mask:facts.encoded-${picturesEncoded}`, { count: last });
  return <p>{`${t('mask:facts.covered', { changed, count: last })}${pictures}${t(`mask:facts.sound-${sound}`)}`}</p>;
});
