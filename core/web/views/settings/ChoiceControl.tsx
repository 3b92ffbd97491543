import { observer } from '#core/web/react/observer.ts';
import { useText } from '#core/web/react/use-text.ts';
import { isSegmented, type ControlProps } from './control.ts';
import { choiceWords } from './field-words.ts';

/** One of several: beside each other while they are few, else in a list that opens. */
export const ChoiceControl = observer(function ChoiceControl(props: ControlProps) {
  const { store, field, id, labelId, aboutIds, isInvalid } = props;
  const t = useText();
  const { choices = [] } = field;
  const shown = store.shown(field);
  if (!isSegmented(field)) {
    return (
      <select
        id={id}
        className="rp-setting__input"
        value={typeof shown === 'string' ? shown : ''}
        aria-describedby={aboutIds}
        aria-invalid={isInvalid || undefined}
        data-focus
        onChange={({ currentTarget }) => void store.set(field, currentTarget.value)}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choiceWords(t, choice)}
          </option>
        ))}
      </select>
    );
  }
  return (
    <div className="rp-setting__segments" role="radiogroup" aria-labelledby={labelId} aria-describedby={aboutIds}>
      {choices.map((choice) => (
        <label key={choice.value}>
          <input
            type="radio"
            name={id}
            value={choice.value}
            checked={shown === choice.value}
            {...(shown === choice.value ? { 'data-focus': true } : {})}
            onChange={() => void store.set(field, choice.value)}
          />
          <span>{choiceWords(t, choice)}</span>
        </label>
      ))}
    </div>
  );
});
