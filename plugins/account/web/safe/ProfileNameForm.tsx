import { observer } from '#core/web/react/observer.ts';
import { useEffect, useRef } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { useText } from '#core/web/react/use-text.ts';
import { TextField } from '#core/web/ui/TextField.tsx';

import { NAME_LIMIT, type ProfileStore } from './ProfileStore.ts';

export interface ProfileNameFormProps {
  store: ProfileStore;
  /** The form is gone: the focus goes back to what opened it. */
  onDone: () => void;
}

/** The name, written in its place: Enter keeps it, Escape leaves it. */
export const ProfileNameForm = observer(function ProfileNameForm({ store, onDone }: ProfileNameFormProps) {
  const t = useText();
  const input = useRef<HTMLInputElement>(null);
  const fault = store.fault === null ? store.refusal : t(store.fault);

  useEffect(() => input.current?.select(), []);

  function cancel(): void {
    store.cancel();
    onDone();
  }

  return (
    <form
      className="rp-safe-name"
      aria-busy={store.saving}
      onSubmit={(event) => {
        event.preventDefault();
        void store.save().then((kept) => {
          if (kept) {
            onDone();
          }
        });
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          event.stopPropagation();
          cancel();
        }
      }}
    >
      <TextField
        ref={input}
        label={t('account:safe.name')}
        labelHidden
        autoComplete="nickname"
        most={NAME_LIMIT}
        value={store.draft ?? ''}
        error={fault}
        onChange={(name) => store.write(name)}
      />
      <Button variant="primary" type="submit" busy={store.saving}>
        {t('account:safe.name-save')}
      </Button>
      <Button variant="quiet" onClick={cancel}>
        {t('account:cancel')}
      </Button>
    </form>
  );
});
