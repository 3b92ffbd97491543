import { useState } from 'react';

import type { I18n } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Link } from '#core/web/router/links.ts';
import { NumberField } from '#core/web/ui/NumberField.tsx';
import { RadioGroup } from '#core/web/ui/RadioGroup.tsx';
import { Select } from '#core/web/ui/Select.tsx';

import { INTERVALS } from '#plugins/publishing/plan-calls.ts';
import type { ChannelSlots } from '#plugins/publishing/channel-calls.ts';
import { fieldOfMoment, timesOfWeek, WEEK } from '../fields/moment.ts';
import { MomentField } from '../fields/MomentField.tsx';
import { WeekField } from '../fields/WeekField.tsx';
import { AT } from '../links/addresses.ts';
import { PublishDraft } from './PublishDraft.ts';
import { WHEN_KINDS } from './WhenChoice.ts';

/** When the posts go out. */
export const WhenPart = observer(function WhenPart() {
  const t = useText();
  const { when } = useStore(PublishDraft);
  const { kind, at, hours, fault, spread, days, times } = when;
  const [now] = useState(() => fieldOfMoment(new Date()));
  return (
    <section className="rp-compose__part" aria-label={t('publishing:when.title')}>
      <header>
        <h2>{t('publishing:when.title')}</h2>
      </header>
      <RadioGroup
        label={t('publishing:when.title')}
        labelHidden
        value={kind}
        options={WHEN_KINDS.map((value) => ({
          value,
          text: t(`publishing:when.${value}`),
          hint: t(`publishing:when.${value}-hint`),
        }))}
        onChange={(next) => when.set({ kind: next })}
      />
      {kind !== 'now' && (
        <div className="rp-compose__when">
          {kind === 'every' && (
            <Select
              label={t('publishing:when.hours')}
              value={hours}
              options={INTERVALS.map((value) => ({ value, text: t('publishing:when.hours-of', { count: value }) }))}
              onChange={(next) => when.set({ hours: next })}
            />
          )}
          <MomentField
            label={t(kind === 'at' ? 'publishing:when.time' : 'publishing:when.from')}
            required
            value={at}
            min={now}
            error={fault === 'at' || fault === 'past' ? t(`publishing:when.fault-${fault}`) : null}
            onChange={(next) => when.set({ at: next })}
          />
          <NumberField
            label={t('publishing:when.spread')}
            hint={t('publishing:when.spread-hint')}
            value={spread}
            min={0}
            max={59}
            digits={0}
            unit={t('publishing:when.minutes')}
            onChange={(next) => when.set({ spread: next })}
          />
        </div>
      )}
      {kind === 'slots' && (
        <WeekField
          label={t('publishing:when.days')}
          {...{ days, times }}
          fault={fault === 'days' || fault === 'times' ? fault : null}
          onChange={(next) => when.set(next)}
        />
      )}
      {kind === 'free' && <OwnTimes />}
    </section>
  );
});

/** When each account has its times, and where they are set. */
const OwnTimes = observer(function OwnTimes() {
  const t = useText();
  const { targets } = useStore(PublishDraft);
  return (
    <ul className="rp-compose__apart" aria-label={t('publishing:when.own')}>
      {targets.map(({ id, name, slots, isShared }) => (
        <li key={id}>
          {t('publishing:when.own-of', {
            name,
            times: slots === null ? t('publishing:when.own-usual') : weekText(slots, t),
          })}{' '}
          {!isShared && (
            <Link to={`${AT.channels}?id=${id}`} aria-label={t('publishing:when.own-change-named', { name })}>
              {t('publishing:when.own-change')}
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
});

function weekText({ minutes, zone }: ChannelSlots, t: I18n['t']): string {
  const { days, times } = timesOfWeek(minutes);
  const all =
    days.length === WEEK.length
      ? t('publishing:when.own-daily')
      : days.map((day) => t(`publishing:when.day-${day}`)).join(' ');
  return `${all} ${times.join(' ')} (${zone})`;
}
