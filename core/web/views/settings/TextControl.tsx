import { observer } from '#core/web/react/observer.ts';
import { TextField } from '#core/web/ui/TextField.tsx';
import { fieldOf, pressIn, type ControlProps } from './control.ts';

/** A text of one or several lines, a URL, or an email address. */
export const TextControl = observer(function TextControl(props: ControlProps) {
  const { store, field } = props;
  const shown = store.shown(field);
  const isLong = field.kind === 'long';
  return (
    <TextField
      {...fieldOf(props)}
      value={typeof shown === 'string' ? shown : ''}
      most={field.mostLetters}
      lines={isLong ? 4 : 1}
      // The server's message says what is wrong with an address; browsers would show their own.
      inputMode={field.kind === 'url' ? 'url' : field.kind === 'email' ? 'email' : 'text'}
      spellCheck={isLong || field.kind === 'text'}
      onChange={(text) => store.draft(field, text)}
      onBlur={() => void store.commit(field)}
      onKeyDown={(event) => pressIn(props, event, isLong)}
    />
  );
});
