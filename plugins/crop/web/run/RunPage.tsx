import type { ToolItem } from '#core/contract/tool-run-calls.ts';
import { observer } from '#core/web/react/observer.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Link, useParams } from '#core/web/router/links.ts';
import { ToolRunView } from '#core/web/runs/ToolRunView.tsx';
import { Empty } from '#core/web/ui/Empty.tsx';

import { cutFactsSchema } from '#plugins/crop/cut-facts.ts';
import { pageOfRun } from './page-of-run.ts';

/** A run: how far it is, and the cuts. */
export default observer(function RunPage() {
  const t = useText();
  const { id = '' } = useParams();
  return (
    <ToolRunView
      id={id}
      look={{
        back: () => ({ to: '/videoCrop', title: t('crop:title') }),
        others: { to: pageOfRun },
        ratio: () => '1:1',
        facts: factsOf,
        details: (item) => <CutDetails item={item} />,
      }}
      missing={
        <Empty
          icon="crop"
          title={t('crop:run.missing')}
          text={t('crop:run.missing-text')}
          action={<Link to="/videoCrop">{t('crop:run.back')}</Link>}
        />
      }
    />
  );
});

function factsOf({ facts }: ToolItem): string[] {
  const cut = cutFactsSchema.safeParse(facts).data;
  return cut === undefined ? [] : [`${cut.width} × ${cut.height}`, `${cut.seconds.toFixed(1)} s`];
}

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
