import { Button } from '#core/web/components/Button.tsx';
import { Chip } from '#core/web/components/Chip.tsx';
import { IconButton } from '#core/web/components/IconButton.tsx';
import { useText } from '#core/web/react/use-text.ts';

import { WEEK, type WeekTimes } from './moment.ts';
import { MomentField } from './MomentField.tsx';
import './MomentField.css';

/** Most times of a day. */
const MOST_TIMES = 12;

interface WeekFieldProps extends WeekTimes {
  label: string;
  fault?: 'days' | 'times' | null;
  onChange(next: Partial<WeekTimes>): void;
}

/** The days of the week, and the times on each. */
export function WeekField({ label, days, times, fault = null, onChange }: WeekFieldProps) {
  const t = useText();
  const toggle = (day: number): void =>
    onChange({ days: WEEK.filter((each) => (each === day ? !days.includes(day) : days.includes(each))) });
  const put = (at: number, time: string): void =>
    onChange({ times: times.map((other, index) => (index === at ? time : other)) });
  return (
    <>
      <div className="rp-week__days" role="group" aria-label={label}>
        {WEEK.map((day) => (
          <Chip key={day} pressed={days.includes(day)} onPress={() => toggle(day)}>
            {t(`publishing:when.day-${day}`)}
          </Chip>
        ))}
      </div>
      {fault === 'days' && (
        <p role="alert" className="rp-week__fault">
          {t('publishing:when.fault-days')}
        </p>
      )}
      <ul className="rp-week__times">
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
              onClick={() => onChange({ times: times.filter((_, index) => index !== at) })}
            />
          </li>
        ))}
        {times.length < MOST_TIMES && (
          <li>
            <Button size="small" icon="plus" onClick={() => onChange({ times: [...times, '12:00'] })}>
              {t('publishing:when.time-add')}
            </Button>
          </li>
        )}
      </ul>
      {fault === 'times' && (
        <p role="alert" className="rp-week__fault">
          {t('publishing:when.fault-times')}
        </p>
      )}
    </>
  );
}
