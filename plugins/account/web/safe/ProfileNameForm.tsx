import { observer } from '#core/web/react/observer.ts';
import { useEffect, useId, useRef } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { useText } from '#core/web/react/use-text.ts';

import { NAME_LIMIT, type ProfileStore } from './ProfileStore.ts';

export interface ProfileNameFormProps {
  store: ProfileStore;
  /** The form is gone: the focus goes back to what opened it. */
  onDone: () => void;
}

/** The name, written in its place: Enter keeps it, Escape leaves it. */
export const ProfileNameForm = observer(function ProfileNameForm({ store, onDone }: ProfileNameFormProps) {
  const t = useText();
  const id = useId();
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
      <input
        ref={input}
        className="rp-safe-input"
        aria-label={t('account:safe.name')}
        autoComplete="nickname"
        maxLength={NAME_LIMIT}
        value={store.draft ?? ''}
        aria-invalid={fault !== null}
        aria-describedby={fault === null ? undefined : id}
        onChange={(event) => store.write(event.target.value)}
      />
      <Button variant="primary" type="submit" busy={store.saving}>
        {t('account:safe.name-save')}
      </Button>
      <Button variant="quiet" onClick={cancel}>
        {t('account:cancel')}
      </Button>
      {fault !== null && (
        <p id={id} className="rp-safe-fault" role="alert">
          {fault}
        </p>
      )}
    </form>
  );
});
