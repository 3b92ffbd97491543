import { observer } from '#core/web/react/observer.ts';
import { NumberField } from '#core/web/ui/NumberField.tsx';
import { Slider } from '#core/web/ui/Slider.tsx';
import { fieldOf, pressIn, type ControlProps } from './control.ts';

/** A number: a slider and a field where it has both limits, otherwise a field. */
export const NumberControl = observer(function NumberControl(props: ControlProps) {
  const { store, field, labelId, aboutIds } = props;
  const { min, max, step } = field;
  const shown = store.shown(field);
  const number = typeof shown === 'number' && !Number.isNaN(shown) ? shown : null;
  const commit = (): void => {
    // Clearing the field resets it to the default.
    if (store.drafts.get(field.key) === '') void store.set(field, undefined);
    else void store.commit(field);
  };
  return (
    <div className="rp-setting__number">
      {min !== undefined && max !== undefined && (
        <Slider
          labelledBy={labelId}
          describedBy={aboutIds}
          value={number ?? min}
          min={min}
          max={max}
          step={step}
          shown={null}
          onChange={(value) => store.draft(field, value)}
          onRelease={commit}
        />
      )}
      <NumberField
        {...fieldOf(props)}
        // Without the limits: what is beyond them is told as it stands, not put right silently.
        value={number}
        step={step}
        buttons={min === undefined || max === undefined}
        onChange={(value) => store.draft(field, value ?? '')}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit();
          else pressIn(props, event);
        }}
      />
    </div>
  );
});
