import SemiSelect from '@douyinfe/semi-ui-19/lib/es/select';
import { useLayoutEffect, useRef } from 'react';

import { Icon } from '../components/Icon.tsx';
import { useText } from '../react/use-text.ts';
import { Field, type FieldProps } from './Field.tsx';
import { PatchedField } from './semi/PatchedField.tsx';
import './semi/base.ts';
import './Select.css';

/** One option of a {@link Select}. */
export interface SelectOption<T extends string | number> {
  value: T;
  text: string;
  disabled?: boolean;
}

interface SelectBase<T extends string | number> extends FieldProps {
  options: readonly SelectOption<T>[];
  placeholder?: string;
  /** Allows typing to filter; for more than about ten options. */
  searchable?: boolean;
  /** The options are being loaded. */
  busy?: boolean;
}

export interface SelectProps<T extends string | number> extends SelectBase<T> {
  value: T | null;
  onChange(value: NoInfer<T>): void;
}

/** One of many options. For a few that can all be visible use `RadioGroup`. */
export function Select<T extends string | number>({ value, onChange, ...rest }: SelectProps<T>) {
  return (
    <SelectField
      {...rest}
      chosen={value ?? undefined}
      onChoose={(chosen) => {
        const option = rest.options.find((each) => each.value === chosen);
        if (option !== undefined) onChange(option.value);
      }}
    />
  );
}

export interface MultiSelectProps<T extends string | number> extends SelectBase<T> {
  values: readonly T[];
  onChange(values: NoInfer<T>[]): void;
}

/** Several of many options. */
export function MultiSelect<T extends string | number>({ values, onChange, ...rest }: MultiSelectProps<T>) {
  return (
    <SelectField
      {...rest}
      multiple
      chosen={[...values]}
      onChoose={(chosen) => {
        if (!Array.isArray(chosen)) return;
        onChange(rest.options.filter((option) => chosen.includes(option.value)).map((option) => option.value));
      }}
    />
  );
}

interface SelectFieldProps<T extends string | number> extends SelectBase<T> {
  multiple?: boolean;
  chosen: T | T[] | undefined;
  onChoose(chosen: unknown): void;
}

function SelectField<T extends string | number>(properties: SelectFieldProps<T>) {
  const {
    options,
    placeholder,
    searchable = false,
    busy = false,
    multiple = false,
    chosen,
    onChoose,
    ...field
  } = properties;
  const t = useText();
  return (
    <Field {...field}>
      {({ id, labelId, describedBy, isWrong, isDisabled }) => (
        <PatchedField>
          <SemiSelect
            id={id}
            className="rp-select"
            dropdownClassName="rp-select-list"
            aria-labelledby={labelId}
            aria-describedby={describedBy}
            aria-invalid={isWrong}
            aria-required={field.required === true}
            validateStatus={isWrong ? 'error' : 'default'}
            value={chosen}
            placeholder={placeholder ?? t('shell:ui.choose')}
            disabled={isDisabled}
            loading={busy}
            multiple={multiple}
            filter={searchable}
            inputProps={{ 'aria-labelledby': labelId }}
            maxTagCount={multiple ? 3 : undefined}
            motion={false}
            zIndex={1060}
            arrowIcon={<Icon name="chevron-down" size={16} className="rp-select__arrow" />}
            emptyContent={<p className="rp-select-list__none">{t('shell:ui.none')}</p>}
            optionList={options.map(({ value, text, disabled = false }) => ({ value, label: text, disabled }))}
            onChange={onChoose}
            outerTopSlot={<NamedList labelId={labelId} />}
          />
        </PatchedField>
      )}
    </Field>
  );
}

/** Semi's listbox has no accessible name, and is inside an unnamed dialog. */
function NamedList({ labelId }: { labelId: string }) {
  const place = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    place.current?.closest('[role="dialog"]')?.setAttribute('role', 'presentation');
    place.current
      ?.closest('.rp-select-list')
      ?.querySelector('[role="listbox"]')
      ?.setAttribute('aria-labelledby', labelId);
  }, [labelId]);
  return <span ref={place} hidden />;
}
