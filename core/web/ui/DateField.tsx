import SemiDatePicker from '@douyinfe/semi-ui-19/lib/es/datePicker';
import { useCallback, useRef, type ComponentProps, type ReactNode } from 'react';

import type { MessageKey } from '../../contract/message-keys.ts';
import { dayOfField, fieldOfDay } from '../live/period.ts';
import { useText } from '../react/use-text.ts';
import { Field, type FieldProps } from './Field.tsx';
import { PatchedField } from './semi/PatchedField.tsx';
import { SemiScope } from './semi/SemiScope.tsx';
import { setAttribute, useMended } from './semi/use-mended.ts';
import './DateField.css';

interface DateFieldBase extends FieldProps {
  /** The earliest and the latest day: `2026-11-22`. */
  min?: string;
  max?: string;
}

export interface DateFieldProps extends DateFieldBase {
  /** A day: `2026-11-22`. */
  value: string | null;
  onChange(value: string | null): void;
}

/** A day, typed or picked from a calendar. */
export function DateField({ value, onChange, ...rest }: DateFieldProps) {
  return (
    <Picker
      {...rest}
      type="date"
      value={value === null ? undefined : (dayOfField(value) ?? undefined)}
      onChange={(day) => onChange(day instanceof Date ? fieldOfDay(day) : null)}
    />
  );
}

/** The first and the last day of a period: `2026-11-22`. */
export interface DateRange {
  from: string;
  to: string;
}

export interface DateRangeFieldProps extends DateFieldBase {
  value: DateRange | null;
  onChange(value: DateRange | null): void;
}

/** A period of days, typed or picked from two calendars. */
export function DateRangeField({ value, onChange, ...rest }: DateRangeFieldProps) {
  return (
    <Picker
      {...rest}
      type="dateRange"
      value={value === null ? [] : [value.from, value.to].flatMap((day) => dayOfField(day) ?? [])}
      onChange={(days) => {
        const [from, to] = Array.isArray(days) ? days : [];
        onChange(from instanceof Date && to instanceof Date ? { from: fieldOfDay(from), to: fieldOfDay(to) } : null);
      }}
    />
  );
}

interface PickerProps extends DateFieldBase {
  type: 'date' | 'dateRange';
  value: Date | Date[] | undefined;
  onChange: NonNullable<ComponentProps<typeof SemiDatePicker>['onChange']>;
}

function Picker({ type, value, onChange, min, max, ...field }: PickerProps) {
  const t = useText();
  return (
    <SemiScope>
      <Field {...field} kind={type === 'date' ? 'field' : 'group'}>
        {({ labelId, describedBy, isWrong, isDisabled }) => (
          <PatchedField>
            <MendedInputs labelId={labelId} describedBy={describedBy} isWrong={isWrong} isRange={type === 'dateRange'}>
              <SemiDatePicker
                className="rp-date"
                dropdownClassName="rp-date-panel"
                type={type}
                value={value}
                onChange={onChange}
                format="yyyy-MM-dd"
                density="compact"
                motion={false}
                zIndex={1060}
                showClear={field.required !== true}
                disabled={isDisabled}
                placeholder={type === 'date' ? t('shell:ui.day') : [t('shell:ui.day-first'), t('shell:ui.day-last')]}
                disabledDate={(day) =>
                  day !== undefined &&
                  ((min !== undefined && fieldOfDay(day) < min) || (max !== undefined && fieldOfDay(day) > max))
                }
                topSlot={<MendedPanel labelId={labelId} />}
              />
            </MendedInputs>
          </PatchedField>
        )}
      </Field>
    </SemiScope>
  );
}

interface MendedInputsProps {
  labelId: string;
  describedBy: string | undefined;
  isWrong: boolean;
  isRange: boolean;
  children: ReactNode;
}

const NOT_OF_A_BOX = ['role', 'aria-label', 'aria-disabled', 'aria-haspopup', 'aria-controls', 'aria-expanded'];

/** Semi gives the wrapper the role combobox, and the inputs no accessible name. */
function MendedInputs({ labelId, describedBy, isWrong, isRange, children }: MendedInputsProps) {
  const t = useText();
  const place = useRef<HTMLDivElement>(null);
  const mend = useCallback(
    (element: HTMLElement) => {
      for (const box of element.querySelectorAll('.semi-datepicker-input')) {
        const isOpen = box.getAttribute('aria-expanded');
        if (isOpen !== null) setAttribute(box, 'data-open', isOpen);
        for (const name of NOT_OF_A_BOX) setAttribute(box, name, null);
        setAttribute(box, 'tabindex', '-1');
      }
      for (const outer of element.querySelectorAll('.semi-datepicker')) setAttribute(outer, 'aria-labelledby', null);
      const inputs = [...element.querySelectorAll('input')];
      for (const [at, input] of inputs.entries()) {
        if (isRange) setAttribute(input, 'aria-label', t(at === 0 ? 'shell:ui.day-first' : 'shell:ui.day-last'));
        else setAttribute(input, 'aria-labelledby', labelId);
        setAttribute(input, 'aria-describedby', describedBy ?? null);
        setAttribute(input, 'aria-invalid', isWrong ? 'true' : null);
      }
      for (const button of element.querySelectorAll('[role="button"]'))
        setAttribute(button, 'aria-label', t('shell:ui.clear'));
    },
    [t, labelId, describedBy, isWrong, isRange],
  );
  useMended(place, mend);
  return <div ref={place}>{children}</div>;
}

/** Texts that Semi has in English only. */
const WORDS: Readonly<Record<string, MessageKey>> = {
  'Previous year': 'shell:ui.year-before',
  'Previous month': 'shell:ui.month-before',
  'Next month': 'shell:ui.month-after',
  'Next year': 'shell:ui.year-after',
};

function MendedPanel({ labelId }: { labelId: string }) {
  const t = useText();
  const panel = useRef<HTMLElement>(null);
  const mend = useCallback(
    (element: HTMLElement) => {
      for (const [english, key] of Object.entries(WORDS)) {
        for (const button of element.querySelectorAll(`[aria-label="${english}"]`))
          setAttribute(button, 'aria-label', t(key));
      }
      for (const day of element.querySelectorAll('.semi-datepicker-day[aria-label]')) {
        // The accessible name must contain the visible text.
        setAttribute(day, 'aria-label', (day.getAttribute('aria-label') ?? '').replace(/-0(\d)$/, '-$1'));
      }
      const dialog = element.closest('[role="dialog"]');
      if (dialog !== null) setAttribute(dialog, 'aria-labelledby', labelId);
    },
    [t, labelId],
  );
  const hold = useCallback((element: HTMLSpanElement | null) => {
    panel.current = element?.closest<HTMLElement>('.rp-date-panel') ?? null;
  }, []);
  useMended(panel, mend);
  return <span ref={hold} hidden />;
}
