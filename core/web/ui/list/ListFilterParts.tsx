import { useEffect, useState } from 'react';

import { Chip } from '#core/web/components/Chip.tsx';
import { IconButton } from '#core/web/components/IconButton.tsx';
import { SearchField } from '#core/web/components/SearchField.tsx';
import { I18N } from '#core/web/i18n/i18n.ts';
import type { Filter } from '#core/web/live/Filter.ts';
import { dayOfField, fieldOfDay, PERIOD_UNITS, rangeOf, stepOf, type Period } from '#core/web/live/period.ts';
import { SEARCH_DEBOUNCE } from '#core/web/live/SearchText.ts';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';
import { DateField, DateRangeField, type DateRange } from '../DateField.tsx';
import { Select } from '../Select.tsx';
import './ListFilterParts.css';

interface PartProps<V> {
  filter: Filter<V>;
  /** Accessible name. */
  label: string;
}

/** Searches a list while the user types. */
export const SearchFilter = observer(function SearchFilter({ filter, label }: PartProps<string>) {
  const { value } = filter;
  const [text, setText] = useState(value);
  const [applied, setApplied] = useState(value);
  if (applied !== value) {
    // Changed elsewhere: the filters were cleared, or the address has changed.
    setApplied(value);
    if (text.trim() !== value) setText(value);
  }
  useEffect(() => {
    if (text.trim() === filter.value) return undefined;
    const timer = setTimeout(() => filter.set(text.trim()), SEARCH_DEBOUNCE);
    return () => clearTimeout(timer);
  }, [filter, text]);
  return <SearchField value={text} label={label} onType={setText} onSearch={() => filter.set(text.trim())} />;
});

/** One value of a {@link ChoiceFilter}. */
export interface FilterChoice<T extends string> {
  value: T;
  text: string;
}

export interface ChoiceFilterProps<T extends string> extends PartProps<T | null> {
  choices: ReadonlyArray<FilterChoice<T>>;
  /** `chips` show all values, for a few short ones; `select` when absent. */
  look?: 'chips' | 'select';
  /** Of chips, the one that counts while none is chosen; none when absent. */
  usual?: T;
}

function DrawnChoiceFilter<T extends string>({ filter, label, choices, look = 'select', usual }: ChoiceFilterProps<T>) {
  const t = useText();
  const { value, set } = filter;
  if (look === 'select') {
    return (
      <div className="rp-filter__select">
        <Select
          label={label}
          labelHidden
          value={value ?? ''}
          options={[{ value: '', text: t('shell:list.all-of', { what: label }) }, ...choices]}
          onChange={(next) => set(choices.find((choice) => choice.value === next)?.value ?? null)}
        />
      </div>
    );
  }
  return (
    <div className="rp-filter" role="group" aria-label={label}>
      {choices.map((choice) => (
        <Chip
          key={choice.value}
          pressed={(value ?? usual) === choice.value}
          onPress={() => set(choice.value === (value ?? usual) || choice.value === usual ? null : choice.value)}
        >
          {choice.text}
        </Chip>
      ))}
    </div>
  );
}

// observer() loses the type parameter.
/** Filters a list by one of a few values. */
export const ChoiceFilter = observer(DrawnChoiceFilter) as typeof DrawnChoiceFilter;

/** Filters a list by a range of days. */
export const DaysFilter = observer(function DaysFilter({ filter, label }: PartProps<DateRange | null>) {
  return (
    <div className="rp-filter__days">
      <DateRangeField label={label} labelHidden value={filter.value} onChange={filter.set} />
    </div>
  );
});

/** Filters a list by a day, week or month, with buttons for the previous and next one. */
export const PeriodFilter = observer(function PeriodFilter({ filter, label }: PartProps<Period | null>) {
  const t = useText();
  const { value, set } = filter;
  const day = value === null ? null : dayOfField(value.day);
  return (
    <>
      <div className="rp-filter" role="group" aria-label={label}>
        <Chip pressed={value === null} onPress={() => set(null)}>
          {t('shell:list.all')}
        </Chip>
        {PERIOD_UNITS.map((unit) => (
          <Chip
            key={unit}
            pressed={value?.unit === unit}
            onPress={() => set({ unit, day: value?.day ?? fieldOfDay(new Date()) })}
          >
            {t(`shell:list.${unit}`)}
          </Chip>
        ))}
      </div>
      {value !== null && day !== null && <Stepper period={value} day={day} set={set} />}
    </>
  );
});

interface StepperProps {
  period: Period;
  day: Date;
  set(period: Period): void;
}

const Stepper = observer(function Stepper({ period: { unit }, day, set }: StepperProps) {
  const t = useText();
  const i18n = useService(I18N);
  const { from, until } = rangeOf(unit, day);
  const step = (by: 1 | -1): void => set({ unit, day: fieldOfDay(stepOf(unit, day, by)) });
  return (
    <div className="rp-filter">
      <IconButton icon="chevron-left" size="small" label={t('shell:list.earlier')} onClick={() => step(-1)} />
      <div className="rp-filter__day">
        <DateField
          label={t('shell:list.date')}
          labelHidden
          required
          value={fieldOfDay(day)}
          onChange={(chosen) => chosen !== null && set({ unit, day: chosen })}
        />
      </div>
      <IconButton
        icon="chevron-right"
        size="small"
        label={t('shell:list.later')}
        disabled={until.getTime() > Date.now()}
        onClick={() => step(1)}
      />
      {unit !== 'day' && (
        <span className="rp-filter__range">
          {t('shell:list.range', { from: i18n.date(from), to: i18n.date(new Date(until.getTime() - 1)) })}
        </span>
      )}
    </div>
  );
});
