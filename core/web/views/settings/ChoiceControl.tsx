import { observer } from '#core/web/react/observer.ts';
import { useText } from '#core/web/react/use-text.ts';
import { RadioGroup } from '#core/web/ui/RadioGroup.tsx';
import { Select } from '#core/web/ui/Select.tsx';
import { isSegmented, type ControlProps } from './control.ts';
import { choiceLabel } from './field-labels.ts';

/** One of several choices: side by side while there are few, otherwise a drop-down list. */
export const ChoiceControl = observer(function ChoiceControl(props: ControlProps) {
  const { store, field, id, labelId, aboutIds } = props;
  const t = useText();
  const shown = store.shown(field);
  const part = {
    id,
    labelledBy: labelId,
    describedBy: aboutIds,
    value: typeof shown === 'string' ? shown : null,
    options: (field.choices ?? []).map((choice) => ({ value: choice.value, text: choiceLabel(t, choice) })),
    onChange: (value: string) => void store.set(field, value),
  };
  return isSegmented(field) ? <RadioGroup {...part} look="segments" /> : <Select {...part} />;
});
