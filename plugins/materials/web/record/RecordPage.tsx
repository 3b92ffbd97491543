import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { Icon, type IconName } from '#core/web/components/Icon.tsx';
import { IconButton } from '#core/web/components/IconButton.tsx';
import { Link } from '#core/web/router/links.ts';
import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { useFollowed } from '#core/web/react/use-live.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';

import { KINDS } from '#plugins/materials/calls.ts';
import { addressOf } from '../list/library-address.ts';
import { Trouble } from '#core/web/components/Trouble.tsx';
import { observeRect } from '#core/web/components/observe-rect.ts';
import { dayOfField, fieldOfDay, type RecordUnit } from './record-range.ts';
import { recordText } from './record-text.ts';
import { RecordStore, type MaterialRecord } from './RecordStore.ts';
import '../parts/EmptyLibrary.css';
import '#core/web/components/Chip.css';
import './RecordPage.css';

const UNITS: readonly RecordUnit[] = ['all', 'day', 'week', 'month'];
const ICONS: Readonly<Record<MaterialRecord['what'], IconName>> = {
  uploaded: 'upload',
  renamed: 'edit',
  moved: 'folder-move',
  mixed: 'layers',
  removed: 'trash',
  restored: 'history',
};
const ROW = 52;
const MORE_PIXELS = 50;

/** What happened in the library: of everything, of a day, a week or a month. */
export default observer(function RecordPage() {
  const t = useText();
  const i18n = useService(I18N);
  const store = useStore(RecordStore);
  const { unit, day, kind, range } = store;
  const { items: records, total, failure, isEmpty, retry } = useFollowed(store.records);
  return (
    <div className="rp-record rp-full-page">
      <header className="rp-record__head">
        <h1>{t('materials:record.title')}</h1>
        {records !== null && <span>{t('materials:record.count', { count: i18n.count(total ?? 0) })}</span>}
      </header>
      <div className="rp-record__filters">
        <div className="rp-record__units" role="group" aria-label={t('materials:record.when')}>
          {UNITS.map((choice) => (
            <button
              key={choice}
              type="button"
              className="rp-chip"
              aria-pressed={unit === choice}
              onClick={() => store.setUnit(choice)}
            >
              {t(`materials:record.${choice}`)}
            </button>
          ))}
        </div>
        {range !== null && (
          <div className="rp-record__day">
            <IconButton
              icon="chevron-left"
              size="small"
              label={t('materials:record.earlier')}
              onClick={() => store.step(-1)}
            />
            <input
              type="date"
              aria-label={t('materials:record.date')}
              value={fieldOfDay(day)}
              onChange={({ currentTarget }) => {
                const chosen = dayOfField(currentTarget.value);
                if (chosen !== null) store.setDay(chosen);
              }}
            />
            <IconButton
              icon="chevron-right"
              size="small"
              label={t('materials:record.later')}
              disabled={range.until.getTime() > Date.now()}
              onClick={() => store.step(1)}
            />
            <span className="rp-record__range">
              {unit === 'day'
                ? i18n.date(range.from)
                : t('materials:record.range', {
                    from: i18n.date(range.from),
                    to: i18n.date(new Date(range.until.getTime() - 1)),
                  })}
            </span>
          </div>
        )}
        <div className="rp-record__kinds" role="group" aria-label={t('materials:record.kinds')}>
          {KINDS.map((choice) => (
            <button
              key={choice}
              type="button"
              className="rp-chip"
              aria-pressed={kind === choice}
              onClick={() => store.setKind(kind === choice ? null : choice)}
            >
              {t(`materials:kind.${choice}`)}
            </button>
          ))}
        </div>
      </div>
      {failure !== null && (
        <div className="rp-record__trouble">
          <Trouble text={t('materials:record.failed')} error={failure.error} onRetry={() => void retry()} />
        </div>
      )}
      {records !== null && records.length > 0 && <Records records={records} />}
      {isEmpty && (
        <div className="rp-empty">
          <h2>{t(unit === 'all' && kind === null ? 'materials:record.none' : 'materials:record.none-here')}</h2>
          <p>{t('materials:record.none-text')}</p>
          {(unit !== 'all' || kind !== null) && (
            <Button
              onClick={() => {
                store.setUnit('all');
                store.setKind(null);
              }}
            >
              {t('materials:filter.clear')}
            </Button>
          )}
        </div>
      )}
    </div>
  );
});

const Records = observer(function Records({ records }: { records: readonly MaterialRecord[] }) {
  const t = useText();
  const i18n = useService(I18N);
  const store = useStore(RecordStore);
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: records.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 8,
    observeElementRect: observeRect,
    useFlushSync: false,
  });
  const goOn = (): void => {
    const element = scroller.current;
    if (element === null || element.clientHeight === 0) return;
    if (element.scrollHeight - element.scrollTop - element.clientHeight <= MORE_PIXELS) void store.records.more();
  };
  useEffect(() => {
    if (store.records.failure === null) goOn();
  });
  return (
    <div ref={scroller} className="rp-record__scroll" onScroll={goOn}>
      <ol className="rp-record__list" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, key, start }) => {
          const record = records[index];
          if (record === undefined) return null;
          const { what, name, kind, materialId, at } = record;
          const isDay = index === 0 || i18n.date(records[index - 1]?.at ?? at) !== i18n.date(at);
          return (
            <li
              key={key}
              className="rp-record__row"
              aria-setsize={store.records.hasMore ? -1 : records.length}
              aria-posinset={index + 1}
              style={{ transform: `translateY(${start}px)`, height: ROW }}
            >
              <time className="rp-record__date" dateTime={at} title={i18n.time(at)}>
                {isDay && <span className="rp-record__fresh">{i18n.date(at)}</span>}
                {i18n.time(at).slice(11)}
              </time>
              <Icon name={ICONS[what]} size={16} />
              <span className="rp-record__what">{recordText(record, t)}</span>
              <Link className="rp-record__name" to={addressOf(kind, { id: materialId })} title={name}>
                {name}
              </Link>
              <span className="rp-record__kind">{t(`materials:kind.${kind}`)}</span>
            </li>
          );
        })}
      </ol>
    </div>
  );
});
