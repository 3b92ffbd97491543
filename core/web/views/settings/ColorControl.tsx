import { useEffect, useRef } from 'react';

import { observer } from '#core/web/react/observer.ts';
import { pressIn, type ControlProps } from './control.ts';

/** A colour: a swatch that opens the browser's colour picker, with the colour's name beside it. */
export const ColorControl = observer(function ColorControl(props: ControlProps) {
  const { store, field, id, labelId, aboutIds, isInvalid } = props;
  const patch = useRef<HTMLInputElement>(null);
  const shown = store.shown(field);
  const text = typeof shown === 'string' ? shown : '';

  // React's onChange fires for every colour while the pointer moves in the picker; the native change event fires once,
  // for the chosen one.
  useEffect(() => {
    const input = patch.current;
    const chosen = (): void => void store.commit(field);
    input?.addEventListener('change', chosen);
    return () => input?.removeEventListener('change', chosen);
  }, [store, field]);

  return (
    <div className="rp-setting__color">
      <input
        ref={patch}
        type="color"
        className="rp-setting__patch"
        // The picker only accepts colours of six digits.
        value={/^#[0-9a-f]{6}/i.exec(text)?.[0].toLowerCase() ?? '#000000'}
        aria-labelledby={labelId}
        onChange={({ currentTarget }) => store.draft(field, currentTarget.value)}
      />
      <input
        id={id}
        type="text"
        className="rp-setting__input"
        value={text}
        maxLength={field.mostLetters ?? 40}
        aria-describedby={aboutIds}
        aria-invalid={isInvalid || undefined}
        data-focus
        autoComplete="off"
        spellCheck={false}
        onChange={({ currentTarget }) => store.draft(field, currentTarget.value)}
        onBlur={() => void store.commit(field)}
        onKeyDown={(event) => pressIn(props, event)}
      />
    </div>
  );
});
