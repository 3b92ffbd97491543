import SemiSlider from '@douyinfe/semi-ui-19/lib/es/slider';
import { useCallback, useRef, type ReactNode } from 'react';

import { Field, type FieldProps } from './Field.tsx';
import { PatchedField } from './semi/PatchedField.tsx';
import './semi/base.ts';
import { setAttribute, useMended } from './semi/use-mended.ts';
import './Slider.css';

export interface SliderProps extends Omit<FieldProps, 'required'> {
  value: number;
  min: number;
  max: number;
  step?: number;
  /** The value as text: `2.5 s`; the number itself by default. `null` hides it where a field beside it shows it. */
  shown?: string | null;
  onChange(value: number): void;
  /** Called when the handle is released, by pointer or key. */
  onRelease?(): void;
}

/** A slider with its value next to its label. */
export function Slider(properties: SliderProps) {
  const { value, min, max, step = 1, shown = String(value), onChange, onRelease, ...field } = properties;
  return (
    <Field {...field} kind="slider" aside={shown ?? undefined}>
      {({ labelId, describedBy, isDisabled }) => (
        <PatchedField>
          <Line describedBy={describedBy} onRelease={onRelease}>
            <SemiSlider
              className="rp-slider"
              value={value}
              min={min}
              max={max}
              step={step}
              disabled={isDisabled}
              tooltipVisible={false}
              aria-labelledby={labelId}
              getAriaValueText={() => shown ?? String(value)}
              onChange={(next) => {
                if (typeof next === 'number') onChange(onGrid(next, step));
              }}
            />
          </Line>
        </PatchedField>
      )}
    </Field>
  );
}

interface LineProps {
  describedBy: string | undefined;
  onRelease: (() => void) | undefined;
  children: ReactNode;
}

/** Adds what Semi's slider lacks: a release event for keys too, a description, and focus when it is pressed. */
function Line({ describedBy, onRelease, children }: LineProps) {
  const place = useRef<HTMLDivElement>(null);
  const release = useRef(onRelease);
  release.current = onRelease;
  const mend = useCallback(
    (element: HTMLElement) => {
      const handle = element.querySelector('[role="slider"]');
      if (handle !== null) setAttribute(handle, 'aria-describedby', describedBy ?? null);
    },
    [describedBy],
  );
  useMended(place, mend);
  return (
    <div
      ref={place}
      onPointerDown={({ currentTarget }) => {
        currentTarget.querySelector<HTMLElement>('[role="slider"][tabindex="0"]')?.focus({ preventScroll: true });
        // Semi handles a press on the track only after the pointer is up.
        const up = (): void => void setTimeout(() => release.current?.());
        window.addEventListener('pointerup', up, { once: true });
      }}
      onKeyUpCapture={() => release.current?.()}
      onBlur={() => release.current?.()}
    >
      {children}
    </div>
  );
}

/** Rounds to the step's decimal places: steps of 0.1 add up to 0.30000000000000004. */
function onGrid(value: number, step: number): number {
  const digits = /\.(\d+)$/.exec(String(step))?.[1]?.length ?? 0;
  return Number(value.toFixed(digits));
}
