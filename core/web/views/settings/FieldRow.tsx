import { useId, useRef, type ComponentType } from 'react';

import type { SettingsField } from '#core/contract/settings-fields.ts';

import { Button } from '#core/web/components/Button.tsx';
import { failureText } from '#core/web/http/failure-text.ts';
import { observer } from '#core/web/react/observer.ts';
import { useText } from '#core/web/react/use-text.ts';
import { ChoiceControl } from './ChoiceControl.tsx';
import { ColorControl } from './ColorControl.tsx';
import { isGroup, type ControlProps } from './control.ts';
import { fieldLabel, valueLabel, translated } from './field-labels.ts';
import { ListControl } from './ListControl.tsx';
import { NumberControl } from './NumberControl.tsx';
import { SecretControl } from './SecretControl.tsx';
import { faultOfField, type SettingsFormStore } from './SettingsFormStore.ts';
import { SwitchControl } from './SwitchControl.tsx';
import { TextControl } from './TextControl.tsx';

const CONTROLS: Record<Exclude<SettingsField['kind'], 'unknown'>, ComponentType<ControlProps>> = {
  text: TextControl,
  long: TextControl,
  url: TextControl,
  email: TextControl,
  color: ColorControl,
  secret: SecretControl,
  number: NumberControl,
  switch: SwitchControl,
  choice: ChoiceControl,
  list: ListControl,
};

/** One setting: its label, its control, its default, and whether it has been saved. */
export const FieldRow = observer(function FieldRow({
  store,
  field,
}: {
  store: SettingsFormStore;
  field: SettingsField;
}) {
  const t = useText();
  const id = useId();
  const row = useRef<HTMLDivElement>(null);
  if (field.kind === 'unknown') return null;
  const Control = CONTROLS[field.kind];
  const Label = isGroup(field) ? 'span' : 'label';
  const title = fieldLabel(t, field);
  const description = translated(t, field.description);
  const state = store.states.get(field.key);
  const fault =
    state?.name === 'refused' ? (faultOfField(state.error, field.key) ?? failureText(state.error, t)) : null;
  const isSecret = field.kind === 'secret';
  const about = [
    description === undefined ? [] : [`${id}-about`],
    isSecret ? [] : [`${id}-default`],
    fault === null ? [] : [`${id}-fault`],
  ].flat();

  function reset(): void {
    // The button disappears together with the value that it resets.
    const control = document.getElementById(id) ?? row.current?.querySelector<HTMLElement>(':checked, input');
    control?.focus();
    void store.reset(field);
  }

  return (
    <div ref={row} className="rp-setting" data-setting={field.key} data-kind={field.kind}>
      <div className="rp-setting__words">
        <Label id={`${id}-label`} {...(isGroup(field) ? {} : { htmlFor: id })} className="rp-setting__title">
          {title}
        </Label>
        {description !== undefined && (
          <p id={`${id}-about`} className="rp-setting__about">
            {description}
          </p>
        )}
      </div>
      <div className="rp-setting__control">
        <Control
          store={store}
          field={field}
          id={id}
          labelId={`${id}-label`}
          aboutIds={about.join(' ') || undefined}
          isInvalid={fault !== null}
        />
        {fault !== null && (
          <p id={`${id}-fault`} className="rp-setting__fault" role="alert">
            {fault}
          </p>
        )}
        <div className="rp-setting__foot">
          {!isSecret && (
            <span id={`${id}-default`}>
              {t('shell:settings.default', { value: valueLabel(t, field, field.standard) })}
            </span>
          )}
          {store.isSet(field) && (
            <Button
              variant="quiet"
              size="small"
              onClick={reset}
              aria-label={t(isSecret ? 'shell:settings.secret-clear-of' : 'shell:settings.reset-of', { title })}
            >
              {t(isSecret ? 'shell:settings.secret-clear' : 'shell:settings.reset')}
            </Button>
          )}
          <span className="rp-setting__state" role="status">
            {state?.name === 'saving' && t('shell:settings.saving')}
            {state?.name === 'saved' && t('shell:settings.saved')}
          </span>
        </div>
      </div>
    </div>
  );
});
