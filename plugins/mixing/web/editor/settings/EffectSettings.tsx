import { useEffect } from 'react';

import { failureText } from '#core/web/http/failure-text.ts';
import { observer } from '#core/web/react/observer.ts';
import { useText } from '#core/web/react/use-text.ts';
import { ColorField } from '#core/web/ui/ColorField.tsx';
import { NumberField } from '#core/web/ui/NumberField.tsx';
import { Select } from '#core/web/ui/Select.tsx';
import { Slider } from '#core/web/ui/Slider.tsx';
import { Switch } from '#core/web/ui/Switch.tsx';

import type { MixEffectField } from '#plugins/mixing/calls.ts';
import type { MixGroup } from '#plugins/mixing/project.ts';
import { changeGroup, removeEffects } from '../store/edit-project.ts';
import { useEditor } from '../store/use-editor.ts';

const NONE = '';

/** The effect on the shots of a group, with fields for its settings. */
export const EffectSettings = observer(function EffectSettings({ group }: { group: MixGroup }) {
  const t = useText();
  const store = useEditor();
  const { effects } = store.preview;
  useEffect(() => effects.follow(), [effects]);
  const { id, effect: chosen } = group;
  const known = chosen === undefined ? undefined : effects.find(chosen.name);
  const options = effects.choices.map(({ name, title, state }) => ({
    value: name,
    text: state === 'locked' ? t('mixing:effect.option-locked', { effect: title }) : title,
    disabled: state === 'locked',
  }));
  const isOffered = chosen === undefined || options.some(({ value }) => value === chosen.name);
  const params = chosen === undefined ? {} : effects.paramsOf(chosen);
  return (
    <>
      <Select
        label={t('mixing:effect.label')}
        value={chosen?.name ?? NONE}
        options={[
          { value: NONE, text: t('mixing:effect.none') },
          ...options,
          ...(isOffered ? [] : [{ value: chosen.name, text: known?.title ?? chosen.name, disabled: true }]),
        ]}
        hint={known?.about ?? undefined}
        error={effects.failure === null ? undefined : failureText(effects.failure, t)}
        onChange={(name) =>
          store.edit(name === NONE ? removeEffects(new Set([id])) : changeGroup(id, { effect: { name, params: {} } }))
        }
      />
      {chosen !== undefined &&
        known?.fields.map((field) => (
          <EffectField
            key={`${chosen.name} ${field.key}`}
            field={field}
            value={params[field.key] ?? field.standard}
            onChange={(value) =>
              store.edit(
                changeGroup(id, { effect: { ...chosen, params: { ...chosen.params, [field.key]: value } } }),
                `effect.${field.key}.${id}`,
              )
            }
          />
        ))}
    </>
  );
});

type Value = number | boolean | string;

interface EffectFieldProps {
  field: MixEffectField;
  value: Value;
  onChange(value: Value): void;
}

function EffectField({ field, value, onChange }: EffectFieldProps) {
  const { kind, title: label, description: hint, min, max, step, choices = [] } = field;
  const common = { label, hint };
  switch (kind) {
    case 'switch':
      return <Switch {...common} checked={value === true} onChange={onChange} />;
    case 'choice':
      return (
        <Select
          {...common}
          value={String(value)}
          options={choices.map((choice) => ({ value: choice.value, text: choice.label }))}
          onChange={onChange}
        />
      );
    case 'color':
      return <ColorField {...common} value={String(value)} onChange={onChange} />;
    case 'number':
      return min !== undefined && max !== undefined ? (
        <Slider {...common} value={Number(value)} min={min} max={max} step={step} onChange={onChange} />
      ) : (
        <NumberField
          {...common}
          value={Number(value)}
          min={min}
          max={max}
          step={step}
          onChange={(next) => {
            if (next !== null) onChange(next);
          }}
        />
      );
  }
}
