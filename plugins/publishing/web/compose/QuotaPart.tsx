import { useState } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { I18N } from '#core/web/i18n/i18n.ts';
import { dayOfField } from '#core/web/live/period.ts';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Tag } from '#core/web/ui/Tag.tsx';

import type { DayQuota } from '#plugins/publishing/quota-calls.ts';
import { QUOTA_TONES, quotaWords } from '../posts/quota-words.ts';
import { PublishDraft } from './PublishDraft.ts';
import { PublishPlan } from './PublishPlan.ts';

/** Days that are listed before somebody asks for all. */
const SHOWN = 4;

/** Days on which accounts can take few more posts, or none, or would have too many. */
export const QuotaPart = observer(function QuotaPart({ quotas }: { quotas: readonly DayQuota[] }) {
  const t = useText();
  const draft = useStore(PublishDraft);
  const { posts } = useStore(PublishPlan).latest;
  const { language } = useService(I18N);
  const [isWhole, setWhole] = useState(false);
  if (quotas.length === 0) return null;
  const ordered = [...quotas].sort((a, b) => Number(b.state === 'over') - Number(a.state === 'over'));
  const shown = isWhole ? ordered : ordered.slice(0, SHOWN);
  const format = new Intl.DateTimeFormat(language, { month: 'long', day: 'numeric' });
  return (
    <section className="rp-plan__quotas" aria-label={t('publishing:quota.title')}>
      <h3>{t('publishing:quota.title')}</h3>
      <p className="rp-plan__facts">{t('publishing:quota.about')}</p>
      <ul>
        {shown.map((quota) => {
          const { channel, channelId, day, state } = quota;
          const words = quotaWords(quota, t);
          const service = draft.accounts.find(({ id }) => id === channelId)?.service;
          const movable = posts.filter(
            (post) => post.channelId === channelId && post.day === day && post.elsewhere !== null,
          );
          return (
            <li key={`${channelId} ${day}`}>
              <span className="rp-plan__words">
                <span className="rp-plan__name">
                  {[channel, service, format.format(dayOfField(day) ?? new Date(day))]
                    .filter((fact) => fact !== undefined)
                    .join(' · ')}
                </span>
                <span className="rp-plan__facts">{words.words}</span>
              </span>
              <Tag tone={QUOTA_TONES[state]}>{words.state}</Tag>
              {movable.length > 1 && (
                <Button
                  size="small"
                  aria-label={t('publishing:quota.move-named', { count: movable.length, channel })}
                  onClick={() => draft.moveElsewhere(movable)}
                >
                  {t('publishing:quota.move', { count: movable.length })}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {ordered.length > shown.length && (
        <Button size="small" onClick={() => setWhole(true)}>
          {t('publishing:quota.more', { count: ordered.length - shown.length })}
        </Button>
      )}
    </section>
  );
});
