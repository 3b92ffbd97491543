import { observer } from '#core/web/react/observer.ts';
import type { ControlProps } from './control.ts';

/** On or off. */
export const SwitchControl = observer(function SwitchControl({ store, field, id, labelId, aboutIds }: ControlProps) {
  const isOn = store.shown(field) === true;
  return (
    <button
      type="button"
      role="switch"
      id={id}
      className="rp-setting__switch"
      aria-checked={isOn}
      aria-labelledby={labelId}
      aria-describedby={aboutIds}
      data-focus
      onClick={() => void store.set(field, !isOn)}
    >
      <span />
    </button>
  );
});
