import { useRef, useState } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { IconButton } from '#core/web/components/IconButton.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useText } from '#core/web/react/use-text.ts';
import type { ControlProps } from './control.ts';
import { choiceWords } from './field-words.ts';

/** A list of texts: checkboxes where there are choices, otherwise chips and a field to add one. */
export const ListControl = observer(function ListControl(props: ControlProps) {
  const { store, field, labelId, aboutIds, isInvalid, id } = props;
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
        {choices.map((choice, index) => {
          const isOn = entries.includes(choice.value);
          // In the order of the choices, whatever the order of ticking.
          const next = choices
            .map(({ value }) => value)
            .filter((one) => (one === choice.value) !== entries.includes(one));
          return (
            <label key={choice.value}>
              <input
                type="checkbox"
                {...(index === 0 ? { 'data-focus': true } : {})}
                checked={isOn}
                disabled={!isOn && isFull}
                onChange={() => void store.set(field, next)}
              />
              {choiceWords(t, choice)}
            </label>
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
        <input
          ref={input}
          id={id}
          className="rp-setting__input"
          value={text}
          maxLength={field.mostLetters}
          aria-describedby={aboutIds}
          aria-invalid={isInvalid || undefined}
          data-focus
          autoComplete="off"
          onChange={({ currentTarget }) => setText(currentTarget.value)}
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
