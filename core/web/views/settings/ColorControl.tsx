import { observer } from '#core/web/react/observer.ts';
import { ColorField } from '#core/web/ui/ColorField.tsx';
import { TextField } from '#core/web/ui/TextField.tsx';
import { fieldOf, pressIn, type ControlProps } from './control.ts';

/** A colour: a swatch that opens the browser's colour picker, with the colour's name beside it. */
export const ColorControl = observer(function ColorControl(props: ControlProps) {
  const { store, field, labelId } = props;
  const shown = store.shown(field);
  const text = typeof shown === 'string' ? shown : '';
  return (
    <div className="rp-setting__color">
      <ColorField
        labelledBy={labelId}
        value={text}
        onChange={(color) => store.draft(field, color)}
        onRelease={() => void store.commit(field)}
      />
      <TextField
        {...fieldOf(props)}
        value={text}
        most={field.mostLetters ?? 40}
        onChange={(name) => store.draft(field, name)}
        onBlur={() => void store.commit(field)}
        onKeyDown={(event) => pressIn(props, event)}
      />
    </div>
  );
});
