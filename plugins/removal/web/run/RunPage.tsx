import type { ToolItem } from '#core/contract/tool-run-calls.ts';
import { observer } from '#core/web/react/observer.ts';
import { useOptionalService } from '#core/web/react/use-service.ts';
import { usePluginContext } from '#core/web/react/use-plugin-context.ts';
import { useText } from '#core/web/react/use-text.ts';
import { BatchRunPage } from '#core/web/tools/BatchRunPage.tsx';
import { ComparedItem } from '#core/web/tools/ComparedItem.tsx';
import { clock } from '#core/web/i18n/clock.ts';
import { tellCopied } from '#core/web/tools/tell-copied.ts';
import { MATERIALS } from '#plugins/materials/api.ts';

import { removalFactsSchema, type LeftText } from '#plugins/removal/left-text.ts';
import { RemovalDraft } from '../draft/RemovalDraft.ts';
import { AT } from '../draft/addresses.ts';

/** A run: how far it is, and the videos without their text. */
export default observer(function RunPage() {
  const t = useText();
  const context = usePluginContext();
  const library = useOptionalService(MATERIALS);
  return (
    <BatchRunPage
      at={AT}
      title={t('removal:title')}
      icon="erase"
      look={{
        setUpAnew: (ids) => context.store(RemovalDraft).inputs.openAlone(ids),
        screen: (item, usual) => <ComparedItem {...{ item, library, usual }} />,
        details: (item) => <RemovalDetails item={item} />,
      }}
    />
  );
});

/** In how many frames something was removed, what of it can still be read, and what was copied or encoded. */
const RemovalDetails = observer(function RemovalDetails({ item }: { item: ToolItem }) {
  const t = useText();
  const video = removalFactsSchema.safeParse(item.facts).data;
  if (video === undefined) return null;
  const { changed = 0, last, left, filledBy } = video;
  const by =
    filledBy === 'built-in' ? '' : t(filledBy === 'service' ? 'removal:facts.by-service' : 'removal:facts.stand-in');
  return (
    <>
      <p>{`${t('removal:facts.removed', { changed, count: last })}${by}${tellCopied(t, video)}`}</p>
      {left !== null && <LeftTexts left={left} />}
    </>
  );
});

/** Seconds that are named of those in which text can still be read. */
const MOST_NAMED = 20;

/** In which seconds text can still be read, for whoever looks at them again. */
const LeftTexts = observer(function LeftTexts({ left: { seconds } }: { left: LeftText }) {
  const t = useText();
  if (seconds.length === 0) return <p>{t('removal:facts.nothing-left')}</p>;
  const named = seconds
    .slice(0, MOST_NAMED)
    .map(({ second, characters }) => t('removal:facts.left-second', { time: clock(second), count: characters }));
  const more = seconds.length > MOST_NAMED ? t('removal:facts.left-more', { count: seconds.length - MOST_NAMED }) : '';
  return (
    <p>{`${t('removal:facts.left', { count: seconds.length })}${named.join(t('removal:facts.left-comma'))}${more}`}</p>
  );
});
