import { observer } from '#core/web/react/observer.ts';
import { pressIn, type ControlProps } from './control.ts';

/** A number: a slider and a field where it has both limits, otherwise a field. */
export const NumberControl = observer(function NumberControl(props: ControlProps) {
  const { store, field, id, labelId, aboutIds, isInvalid } = props;
  const { min, max, step } = field;
  const shown = store.shown(field);
  const commit = (): void => {
    // Clearing the field resets it to the default.
    if (store.drafts.get(field.key) === '') void store.set(field, undefined);
    else void store.commit(field);
  };
  const write = (text: string): void => store.draft(field, text.trim() === '' ? '' : Number(text));
  return (
    <div className="rp-setting__number">
      {min !== undefined && max !== undefined && (
        <input
          type="range"
          className="rp-setting__slider"
          {...{ min, max, step }}
          value={typeof shown === 'number' ? shown : min}
          aria-labelledby={labelId}
          aria-describedby={aboutIds}
          onChange={({ currentTarget }) => write(currentTarget.value)}
          onPointerUp={commit}
          onKeyUp={commit}
          onBlur={commit}
        />
      )}
      <input
        id={id}
        type="number"
        className="rp-setting__input rp-setting__input--number"
        {...{ min, max }}
        step={step ?? 'any'}
        value={typeof shown === 'number' && !Number.isNaN(shown) ? String(shown) : ''}
        inputMode={field.isWhole === true ? 'numeric' : 'decimal'}
        aria-describedby={aboutIds}
        aria-invalid={isInvalid || undefined}
        data-focus
        onChange={({ currentTarget }) => write(currentTarget.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit();
          else pressIn(props, event);
        }}
      />
    </div>
  );
});
