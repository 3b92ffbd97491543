import { useEffect, useRef } from 'react';

import { observer } from '#core/web/react/observer.ts';
import { pressIn, type ControlProps } from './control.ts';

/** A colour: a patch that opens the browser's own choice, and its name beside it. */
export const ColorControl = observer(function ColorControl(props: ControlProps) {
  const { store, field, id, labelId, aboutIds, isInvalid } = props;
  const patch = useRef<HTMLInputElement>(null);
  const shown = store.shown(field);
  const text = typeof shown === 'string' ? shown : '';

  // While one moves about in the choice every colour comes as an input; this event comes when one has been chosen.
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
        // The choice knows colours of six digits only.
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
