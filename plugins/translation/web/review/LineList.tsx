import { observer } from '#core/web/react/observer.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import type { StudioPlayback } from '#core/web/studio/StudioPlayer.tsx';
import { TimedList } from '#core/web/tools/TimedList.tsx';
import { Empty } from '#core/web/ui/Empty.tsx';
import { Select } from '#core/web/ui/Select.tsx';
import { Skeleton } from '#core/web/ui/Skeleton.tsx';

import { LineRow } from './LineRow.tsx';
import { LINE_FILTERS, ReviewStore } from './ReviewStore.ts';

/** Pixels of a row until it is measured. */
const ROW = 72;

export const LineList = observer(function LineList({ playback }: { playback: StudioPlayback | null }) {
  const t = useText();
  const store = useStore(ReviewStore);
  const { shown, selected, lines, language, isRead } = store;
  if (language === null || !isRead) return <Skeleton shape="rows" count={6} />;
  if (lines.length === 0) return <Empty icon="captions" title={t('translation:review.empty')} />;
  const numbers = new Map(lines.map(({ cue }, at) => [cue, at + 1]));
  return (
    <div className="rp-review-list">
      <Select
        label={t('translation:review.filter')}
        labelHidden
        value={store.filter}
        options={LINE_FILTERS.map((value) => ({ value, text: t(`translation:review.filter.${value}`) }))}
        onChange={(filter) => store.show(filter)}
      />
      {shown.length === 0 && <p role="status">{t('translation:review.none-here')}</p>}
      <TimedList
        label={t('translation:project.title')}
        items={shown}
        keyOf={({ cue }) => cue}
        selected={shown.findIndex(({ cue }) => cue === selected)}
        {...{ playback, row: ROW }}
      >
        {(line, at) => <LineRow {...{ line, language, playback }} number={numbers.get(line.cue) ?? at + 1} />}
      </TimedList>
      <p className="rp-review-list__keys">{t('translation:review.keys')}</p>
    </div>
  );
});
