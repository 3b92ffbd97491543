import { useEffect, useState, type ReactNode } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { IconButton } from '#core/web/components/IconButton.tsx';
import { LoadError } from '#core/web/components/LoadError.tsx';
import { I18N } from '#core/web/i18n/i18n.ts';
import { fieldOfDay } from '#core/web/live/period.ts';
import { observer } from '#core/web/react/observer.ts';
import { useFollowed } from '#core/web/react/use-live.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { ChoiceFilter } from '#core/web/ui/list/ListFilterParts.tsx';
import { useAddressedFilters } from '#core/web/ui/list/use-addressed-filters.ts';
import { PageFrame } from '#core/web/ui/PageFrame.tsx';
import { Skeleton } from '#core/web/ui/Skeleton.tsx';

import { POST_STATES, type Post } from '#plugins/publishing/post-calls.ts';
import { DayCell, DayList } from './CalendarDay.tsx';
import { closePosts } from './post-words.ts';
import { PostActions } from './PostActions.ts';
import { PostsStore } from './PostsStore.ts';
import './calendar.css';

/** Posts of a day that a month shows. */
const SHOWN = { month: 3, week: 100 };

interface CalendarPageProps {
  /** Switches to other views. */
  bar: ReactNode;
  actions: ReactNode;
}

/** All posts of a month or a week by day, where planned ones are moved. */
export const CalendarPage = observer(function CalendarPage({ bar, actions }: CalendarPageProps) {
  const t = useText();
  const i18n = useService(I18N);
  const store = useStore(PostsStore);
  const mover = useStore(PostActions);
  useAddressedFilters(store.filters);
  const posts = useFollowed(store.posts);
  const quotas = Map.groupBy(useFollowed(store.quotas).value ?? [], ({ day }) => day);
  const { days, unit, around, view } = store;
  const { items, failure, isLoaded, hasMore, loading, rest } = posts;
  const [dragged, drag] = useState<Post | null>(null);
  // A calendar without its last days would be a lie.
  useEffect(() => {
    if (hasMore && loading === null && failure === null) void rest();
  }, [hasMore, loading, failure, rest]);
  const byDay = new Map<string, Post[]>();
  for (const post of items ?? []) {
    const day = fieldOfDay(new Date(post.at));
    byDay.set(day, [...(byDay.get(day) ?? []), post]);
  }
  const close = closePosts(items ?? []);
  const put = (post: Post): void => posts.put([post]);
  const drop = usePluginCallback(async (day: Date) => {
    drag(null);
    if (dragged === null) return;
    const at = new Date(dragged.at);
    const moved = new Date(day.getFullYear(), day.getMonth(), day.getDate(), at.getHours(), at.getMinutes());
    if (moved.getTime() !== at.getTime()) await mover.move(dragged, moved, put);
  });
  const shown = view.value === 'list' ? days.filter((day) => byDay.has(fieldOfDay(day))) : days;
  return (
    <PageFrame
      title={t('publishing:calendar.title')}
      about={t('publishing:calendar.about')}
      busy={loading === 'all' && isLoaded}
      width={view.value === 'list' ? 'reading' : 'wide'}
      actions={actions}
      aside={items !== null && <span role="status">{t('publishing:posts.count', { count: items.length })}</span>}
      filters={
        <>
          {bar}
          <div className="rp-calendar__steps">
            <IconButton
              icon="chevron-left"
              label={t(`publishing:calendar.${unit}-before`)}
              onClick={() => store.step(-1)}
            />
            <h2>{periodText(days, around, unit, i18n)}</h2>
            <IconButton
              icon="chevron-right"
              label={t(`publishing:calendar.${unit}-after`)}
              onClick={() => store.step(1)}
            />
            <Button size="small" variant="quiet" onClick={store.showToday}>
              {t('publishing:calendar.today')}
            </Button>
          </div>
          <ChoiceFilter
            filter={store.state}
            label={t('publishing:posts.state')}
            choices={POST_STATES.map((value) => ({ value, text: t(`publishing:posts.state-${value}`) }))}
          />
        </>
      }
    >
      {failure !== null && (
        <LoadError text={t('publishing:posts.unread')} error={failure.error} onRetry={() => void posts.retry()} />
      )}
      {!isLoaded && failure === null && <Skeleton shape="rows" count={6} />}
      {isLoaded && view.value === 'list' && (
        <>
          {shown.length === 0 && <p className="rp-calendar__none">{t('publishing:calendar.none')}</p>}
          {shown.map((day) => (
            <DayList
              key={fieldOfDay(day)}
              day={day}
              posts={byDay.get(fieldOfDay(day)) ?? []}
              close={close}
              quotas={quotas.get(fieldOfDay(day)) ?? []}
              onChanged={put}
            />
          ))}
        </>
      )}
      {isLoaded && view.value !== 'list' && (
        <div className="rp-calendar" data-unit={unit} role="list" aria-label={t('publishing:calendar.title')}>
          {days.map((day) => (
            <DayCell
              key={fieldOfDay(day)}
              {...{ day, dragged, close, most: SHOWN[unit] }}
              isOutside={unit === 'month' && day.getMonth() !== around.getMonth()}
              posts={byDay.get(fieldOfDay(day)) ?? []}
              quotas={quotas.get(fieldOfDay(day)) ?? []}
              onDrag={drag}
              onDrop={() => drop(day)}
              onMore={() => store.showDay(day)}
              onChanged={put}
            />
          ))}
        </div>
      )}
    </PageFrame>
  );
});

function periodText(days: readonly Date[], around: Date, unit: 'week' | 'month', { language }: { language: string }) {
  if (unit === 'month') {
    return new Intl.DateTimeFormat(language, { year: 'numeric', month: 'long' }).format(around);
  }
  const [first, last] = [days[0] ?? around, days.at(-1) ?? around];
  const format = new Intl.DateTimeFormat(language, { month: 'long', day: 'numeric' });
  // A range of Chinese days is written in figures alone, unlike all other days.
  return language === 'zh' ? `${format.format(first)} – ${format.format(last)}` : format.formatRange(first, last);
}
