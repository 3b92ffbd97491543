import { observer } from '#core/web/react/observer.ts';
import { useText } from '#core/web/react/use-text.ts';
import { TextField } from '#core/web/ui/TextField.tsx';
import { fieldOf, pressIn, type ControlProps } from './control.ts';

/** A secret: it can be set or removed, but never read. */
export const SecretControl = observer(function SecretControl(props: ControlProps) {
  const { store, field } = props;
  const t = useText();
  const draft = store.drafts.get(field.key);
  const text = typeof draft === 'string' ? draft : '';
  return (
    <TextField
      {...fieldOf(props)}
      type="password"
      value={text}
      most={field.mostLetters}
      placeholder={t(store.isSet(field) ? 'shell:settings.secret-set' : 'shell:settings.secret-unset')}
      // Keeps password managers from filling in the user's own password.
      autoComplete="new-password"
      onChange={(next) => store.draft(field, next)}
      onBlur={() => {
        // Leaving the field empty changes nothing; a separate button removes the secret.
        if (text === '') store.giveUp(field);
        else void store.commit(field);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || text !== '') pressIn(props, event);
      }}
    />
  );
});
