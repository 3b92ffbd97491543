import { useRef, useState } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { IconButton } from '#core/web/components/IconButton.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Checkbox } from '#core/web/ui/Checkbox.tsx';
import { TextField } from '#core/web/ui/TextField.tsx';
import { fieldOf, type ControlProps } from './control.ts';
import { choiceLabel } from './field-labels.ts';

/** A list of texts: checkboxes where there are choices, otherwise chips and a field to add one. */
export const ListControl = observer(function ListControl(props: ControlProps) {
  const { store, field, labelId, aboutIds } = props;
  const t = useText();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const shown = store.shown(field);
  const entries = Array.isArray(shown) ? shown.map(String) : [];
  const isFull = entries.length >= (field.mostEntries ?? Infinity);

  if (field.choices !== undefined) {
    const { choices } = field;
    return (
      <div className="rp-setting__boxes" role="group" aria-labelledby={labelId} aria-describedby={aboutIds}>
        {choices.map((choice) => {
          const isOn = entries.includes(choice.value);
          // In the order of the choices, whatever the order of ticking.
          const next = choices
            .map(({ value }) => value)
            .filter((one) => (one === choice.value) !== entries.includes(one));
          return (
            <Checkbox
              key={choice.value}
              label={choiceLabel(t, choice)}
              checked={isOn}
              disabled={!isOn && isFull}
              onChange={() => void store.set(field, next)}
            />
          );
        })}
      </div>
    );
  }

  function add(): void {
    const entry = text.trim();
    if (entry === '' || isFull) return;
    setText('');
    if (!entries.includes(entry)) void store.set(field, [...entries, entry]);
  }

  return (
    <div className="rp-setting__list">
      {entries.length > 0 && (
        <ul aria-labelledby={labelId}>
          {entries.map((entry) => (
            <li key={entry}>
              <span>{entry}</span>
              <IconButton
                icon="close"
                size="small"
                label={t('shell:settings.list-remove', { entry })}
                onClick={() => {
                  // The button disappears with its entry.
                  input.current?.focus();
                  const others = entries.filter((other) => other !== entry);
                  void store.set(field, others);
                }}
              />
            </li>
          ))}
        </ul>
      )}
      <div className="rp-setting__add">
        <TextField
          {...fieldOf(props)}
          ref={input}
          value={text}
          most={field.mostLetters}
          onChange={setText}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing || event.key !== 'Enter') return;
            event.preventDefault();
            add();
          }}
        />
        <Button size="small" onClick={add} disabled={isFull}>
          {t(isFull ? 'shell:settings.list-full' : 'shell:settings.list-add')}
        </Button>
      </div>
    </div>
  );
});
