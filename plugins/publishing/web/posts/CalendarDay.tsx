import { useState } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { Icon } from '#core/web/components/Icon.tsx';
import { PlainButton } from '#core/web/components/PlainButton.tsx';
import { I18N } from '#core/web/i18n/i18n.ts';
import { fieldOfDay } from '#core/web/live/period.ts';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';

import type { Post } from '#plugins/publishing/post-calls.ts';
import type { DayQuota } from '#plugins/publishing/quota-calls.ts';
import { DayQuotas } from './DayQuotas.tsx';
import { PostMenu } from './PostMenu.tsx';
import { PostPicture } from './PostPicture.tsx';
import { PostState } from './PostState.tsx';
import { accountOf, isMovable, POST_TONES } from './post-words.ts';

interface DayProps {
  day: Date;
  posts: readonly Post[];
  /** Ids of those that stand close to another one of their account. */
  close: ReadonlySet<string>;
  /** Accounts with little or no room left on the day. */
  quotas: readonly DayQuota[];
  onChanged(post: Post): void;
}

interface DayCellProps extends DayProps {
  /** Posts that are shown at most. */
  most: number;
  /** Belongs to the month before or after. */
  isOutside: boolean;
  /** The post that is being dragged; null for none. */
  dragged: Post | null;
  onDrag(post: Post | null): void;
  onDrop(): void;
  /** Shows all of the day. */
  onMore(): void;
}

/** A day of a month or week; posts are dropped on it. */
export const DayCell = observer(function DayCell(properties: DayCellProps) {
  const { day, posts, close, quotas, most, isOutside, dragged, onDrag, onDrop, onMore, onChanged } = properties;
  const t = useText();
  const { language } = useService(I18N);
  const [isOver, setOver] = useState(false);
  const today = fieldOfDay(new Date());
  const isPast = fieldOfDay(day) < today;
  const takes = dragged !== null && !isPast;
  const shown = posts.length > most ? posts.slice(0, most - 1) : posts;
  return (
    <div
      role="listitem"
      className="rp-calendar__day"
      aria-label={dayText(day, language)}
      data-day={fieldOfDay(day)}
      data-outside={isOutside || undefined}
      data-today={fieldOfDay(day) === today || undefined}
      data-past={isPast || undefined}
      data-empty={(posts.length === 0 && quotas.length === 0) || undefined}
      data-over={(takes && isOver) || undefined}
      onDragOver={(event) => {
        if (!takes) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        if (!takes) return;
        event.preventDefault();
        onDrop();
      }}
    >
      <p className="rp-calendar__date" aria-hidden="true">
        <span>{day.getDate()}</span> <small>{weekdayText(day, language)}</small>
      </p>
      <DayQuotas quotas={quotas} />
      {shown.map((post) => (
        <PostChip key={post.id} post={post} isClose={close.has(post.id)} onDrag={onDrag} onChanged={onChanged} />
      ))}
      {shown.length < posts.length && (
        <Button size="small" variant="quiet" onClick={onMore}>
          {t('publishing:calendar.more', { count: posts.length - shown.length })}
        </Button>
      )}
    </div>
  );
});

interface PostChipProps {
  post: Post;
  /** Whether another one of its account goes out shortly before or after. */
  isClose: boolean;
  onDrag(post: Post | null): void;
  onChanged(post: Post): void;
}

/** A post in a day: it is dragged to another, or moved by its menu. */
const PostChip = observer(function PostChip({ post, isClose, onDrag, onChanged }: PostChipProps) {
  const t = useText();
  const { language } = useService(I18N);
  const { name, title, at, state } = post;
  const time = timeText(at, language);
  const label = t('publishing:calendar.post', {
    ...{ time, name: title === '' ? name : title, channel: accountOf(post) },
    state: t(`publishing:posts.state-${state}`),
  });
  return (
    <PostMenu
      post={post}
      withTask
      onChanged={onChanged}
      trigger={(properties) => (
        <PlainButton
          {...properties}
          className="rp-calendar__post"
          data-tone={POST_TONES[state]}
          draggable={isMovable(post)}
          title={isClose ? t('publishing:calendar.close', { post: label }) : label}
          data-close={isClose || undefined}
          aria-label={isClose ? t('publishing:calendar.close', { post: label }) : label}
          onDragStart={(event) => {
            event.dataTransfer.effectAllowed = 'move';
            event.dataTransfer.setData('text/plain', name);
            onDrag(post);
          }}
          onDragEnd={() => onDrag(null)}
        >
          {isClose && <Icon name="warning" size={16} />}
          <span className="rp-calendar__time">{time}</span>{' '}
          <span className="rp-calendar__name">{title === '' ? name : title}</span>
        </PlainButton>
      )}
    />
  );
});

/** All posts of a day, one below the other. */
export const DayList = observer(function DayList({ day, posts, close, quotas, onChanged }: DayProps) {
  const t = useText();
  const { language } = useService(I18N);
  return (
    <section className="rp-calendar-list">
      <h3>{dayText(day, language)}</h3>
      <DayQuotas quotas={quotas} isWhole />
      <ul className="rp-calendar-list__posts">
        {posts.map((post) => {
          const { id, at, name, title, fileId } = post;
          return (
            <li key={id}>
              <time dateTime={at}>{timeText(at, language)}</time>
              <PostPicture fileId={fileId} made={post.picture} />
              <span className="rp-calendar-list__words">
                <span>{title === '' ? name : title}</span>
                <small>{accountOf(post)}</small>
                {close.has(id) && <small>{t('publishing:calendar.close-short')}</small>}
              </span>
              <PostState post={post} onChanged={onChanged} />
              <PostMenu
                post={post}
                withTask
                onChanged={onChanged}
                trigger={(properties) => (
                  <Button {...properties} size="small" aria-label={t('publishing:posts.menu', { name })}>
                    {t('publishing:posts.more')}
                  </Button>
                )}
              />
            </li>
          );
        })}
      </ul>
    </section>
  );
});

function dayText(day: Date, language: string): string {
  return new Intl.DateTimeFormat(language, { month: 'long', day: 'numeric', weekday: 'long' }).format(day);
}

function weekdayText(day: Date, language: string): string {
  return new Intl.DateTimeFormat(language, { weekday: 'short' }).format(day);
}

function timeText(at: string, language: string): string {
  return new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(
    new Date(at),
  );
}
