import { useState } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { Chip } from '#core/web/components/Chip.tsx';
import { IconButton } from '#core/web/components/IconButton.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { NumberField } from '#core/web/ui/NumberField.tsx';
import { RadioGroup } from '#core/web/ui/RadioGroup.tsx';
import { Select } from '#core/web/ui/Select.tsx';

import { INTERVALS } from '#plugins/publishing/post-calls.ts';
import { fieldOfMoment } from '../fields/moment.ts';
import { MomentField } from '../fields/MomentField.tsx';
import { PublishDraft } from './PublishDraft.ts';
import { MOST_TIMES, WEEK, WHEN_KINDS, type WhenChoice } from './WhenChoice.ts';

/** When the posts go out. */
export const WhenPart = observer(function WhenPart() {
  const t = useText();
  const { when } = useStore(PublishDraft);
  const { kind, at, hours, fault, spread } = when;
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
      {kind === 'slots' && <Slots when={when} />}
    </section>
  );
});

/** The days of the week, and the times on each. */
const Slots = observer(function Slots({ when }: { when: WhenChoice }) {
  const t = useText();
  const { days, times, fault } = when;
  const put = (at: number, time: string): void =>
    when.set({ times: times.map((other, index) => (index === at ? time : other)) });
  return (
    <>
      <div className="rp-compose__days" role="group" aria-label={t('publishing:when.days')}>
        {WEEK.map((day) => (
          <Chip key={day} pressed={days.includes(day)} onPress={() => when.toggleDay(day)}>
            {t(`publishing:when.day-${day}`)}
          </Chip>
        ))}
      </div>
      {fault === 'days' && (
        <p role="alert" className="rp-compose__fault">
          {t('publishing:when.fault-days')}
        </p>
      )}
      <ul className="rp-compose__times">
        {times.map((time, at) => (
          // Times have no identity but their place.
          <li key={at}>
            <MomentField
              type="time"
              label={t('publishing:when.time-of', { index: at + 1 })}
              labelHidden
              required
              value={time}
              onChange={(next) => put(at, next)}
            />
            <IconButton
              icon="close"
              size="small"
              label={t('publishing:when.time-remove', { index: at + 1 })}
              disabled={times.length === 1}
              onClick={() => when.set({ times: times.filter((_, index) => index !== at) })}
            />
          </li>
        ))}
        {times.length < MOST_TIMES && (
          <li>
            <Button size="small" icon="plus" onClick={() => when.set({ times: [...times, '12:00'] })}>
              {t('publishing:when.time-add')}
            </Button>
          </li>
        )}
      </ul>
      {fault === 'times' && (
        <p role="alert" className="rp-compose__fault">
          {t('publishing:when.fault-times')}
        </p>
      )}
    </>
  );
});
