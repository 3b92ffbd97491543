import { observer } from '#core/web/react/observer.ts';
import { pressIn, type ControlProps } from './control.ts';

/** A text of one or several lines, a URL, or an email address. */
export const TextControl = observer(function TextControl(props: ControlProps) {
  const { store, field, id, aboutIds, isInvalid } = props;
  const shown = store.shown(field);
  const common = {
    id,
    className: 'rp-setting__input',
    value: typeof shown === 'string' ? shown : '',
    maxLength: field.mostLetters,
    'aria-describedby': aboutIds,
    'aria-invalid': isInvalid || undefined,
    'data-focus': true,
    autoComplete: 'off',
    onBlur: () => void store.commit(field),
  };
  if (field.kind === 'long') {
    return (
      <textarea
        {...common}
        rows={4}
        onChange={({ currentTarget }) => store.draft(field, currentTarget.value)}
        onKeyDown={(event) => pressIn(props, event, true)}
      />
    );
  }
  return (
    <input
      {...common}
      // The server's message says what is wrong with an address; browsers would show their own.
      type="text"
      inputMode={field.kind === 'url' ? 'url' : field.kind === 'email' ? 'email' : 'text'}
      spellCheck={field.kind === 'text'}
      onChange={({ currentTarget }) => store.draft(field, currentTarget.value)}
      onKeyDown={(event) => pressIn(props, event)}
    />
  );
});
