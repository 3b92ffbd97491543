import { observer } from '#core/web/react/observer.ts';
import { Switch } from '#core/web/ui/Switch.tsx';
import type { ControlProps } from './control.ts';

/** On or off. */
export const SwitchControl = observer(function SwitchControl({ store, field, id, labelId, aboutIds }: ControlProps) {
  return (
    <Switch
      id={id}
      labelledBy={labelId}
      describedBy={aboutIds}
      checked={store.shown(field) === true}
      onChange={(isOn) => void store.set(field, isOn)}
    />
  );
});
