import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';

import { observer } from '#core/web/react/observer.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import type { StudioPlayback } from '#core/web/studio/StudioPlayer.tsx';
import { Empty } from '#core/web/ui/Empty.tsx';
import { Select } from '#core/web/ui/Select.tsx';
import { Skeleton } from '#core/web/ui/Skeleton.tsx';

import { LineRow } from './LineRow.tsx';
import { LINE_FILTERS, ReviewStore } from './ReviewStore.ts';

/** Pixels of a row until it is measured. */
const ROW = 72;

/** All lines; those out of sight are not drawn, so that ten thousand are as quick as ten. */
export const LineList = observer(function LineList({ playback }: { playback: StudioPlayback | null }) {
  const t = useText();
  const store = useStore(ReviewStore);
  const { shown, selected, lines, language, isRead } = store;
  const box = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: shown.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW,
    getItemKey: (at) => shown[at]?.cue ?? at,
    overscan: 6,
  });
  const index = shown.findIndex(({ cue }) => cue === selected);
  useEffect(() => {
    if (index >= 0) virtualizer.scrollToIndex(index, { align: 'auto' });
  }, [virtualizer, index]);
  if (language === null || !isRead) return <Skeleton shape="rows" count={6} />;
  if (lines.length === 0) return <Empty icon="captions" title={t('translation:review.empty')} />;
  const numbers = new Map(lines.map(({ cue }, at) => [cue, at + 1]));
  const now = playback === null ? -1 : playback.time * 1000;
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
      <div ref={box} className="rp-review-lines" role="list" aria-label={t('translation:project.title')}>
        <div style={{ blockSize: virtualizer.getTotalSize(), position: 'relative' }}>
          {virtualizer.getVirtualItems().map(({ index: at, key, start }) => {
            const line = shown[at];
            if (line === undefined) return null;
            return (
              <div
                key={key}
                ref={virtualizer.measureElement}
                data-index={at}
                role="listitem"
                aria-setsize={shown.length}
                aria-posinset={at + 1}
                className="rp-review-lines__row"
                style={{ transform: `translateY(${start}px)` }}
                data-now={(now >= line.start && now < line.end) || undefined}
              >
                <LineRow {...{ line, language, playback }} number={numbers.get(line.cue) ?? at + 1} />
              </div>
            );
          })}
        </div>
      </div>
      <p className="rp-review-list__keys">{t('translation:review.keys')}</p>
    </div>
  );
});
