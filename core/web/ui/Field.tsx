import { useId, type ReactNode } from 'react';

import './Field.css';

/** What every part that is filled in has in common. */
export interface FieldProps {
  /** Its name, drawn above it. */
  label?: string;
  /** Screen readers alone hear the name: what is around says it already. */
  labelHidden?: boolean;
  /** The id of what names it, in place of `label`. */
  labelledBy?: string;
  /** Ids of what else tells about it. */
  describedBy?: string;
  /** Helps to fill it in; gives way to `error`. */
  hint?: ReactNode;
  /** What is wrong with what stands there, as a sentence. */
  error?: string | null;
  /** Has to be filled in. */
  required?: boolean;
  disabled?: boolean;
  /** Of the control itself; made when absent. */
  id?: string;
}

/** What the control inside a {@link Field} must carry. */
export interface FieldIds {
  id: string;
  labelId: string;
  describedBy: string | undefined;
  isWrong: boolean;
}

interface FieldFrameProps extends FieldProps {
  /** `row`: the name stands before the control; `slider`: what is named is no field; else a group under one name. */
  kind?: 'field' | 'row' | 'slider' | 'group' | 'radiogroup';
  /** Stands at the end of the name's line. */
  aside?: string;
  children(ids: FieldIds): ReactNode;
}

/** A control with its name, and beneath it what helps or what is wrong. */
export function Field(properties: FieldFrameProps) {
  const { label, labelHidden = false, labelledBy, hint, error = null, required = false, kind = 'field' } = properties;
  const made = useId();
  const id = properties.id ?? made;
  const labelId = labelledBy ?? `${id}-label`;
  const isWrong = error !== null;
  const note = error ?? hint;
  const hasNote = note !== undefined && note !== null && note !== '';
  const describedBy =
    [properties.describedBy, hasNote ? `${id}-note` : undefined].filter(Boolean).join(' ') || undefined;
  const isGroup = kind === 'group' || kind === 'radiogroup';
  const Label = isGroup || kind === 'slider' ? 'span' : 'label';
  const { aside } = properties;
  return (
    <div
      className={`rp-field rp-field--${kind}`}
      data-disabled={properties.disabled || undefined}
      data-wrong={isWrong || undefined}
      {...(isGroup
        ? {
            role: kind,
            'aria-labelledby': labelId,
            'aria-describedby': describedBy,
            'aria-required': kind === 'radiogroup' && required ? true : undefined,
            'aria-invalid': kind === 'radiogroup' && isWrong ? true : undefined,
          }
        : {})}
    >
      {labelledBy === undefined && label !== undefined && (
        <Label
          id={labelId}
          htmlFor={Label === 'label' ? id : undefined}
          className={labelHidden ? 'rp-visually-hidden' : 'rp-field__label'}
        >
          {label}
          {required && !labelHidden && (
            <span className="rp-field__required" aria-hidden="true">
              *
            </span>
          )}
        </Label>
      )}
      {aside !== undefined && <span className="rp-field__aside">{aside}</span>}
      {properties.children({ id, labelId, describedBy, isWrong })}
      {hasNote && (
        <p id={`${id}-note`} className="rp-field__note" role={isWrong ? 'alert' : undefined}>
          {note}
        </p>
      )}
    </div>
  );
}
