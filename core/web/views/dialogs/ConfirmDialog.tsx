import { observer } from 'mobx-react-lite';

import { Button } from '#core/web/components/Button.tsx';
import { DialogActions } from '#core/web/components/DialogActions.tsx';
import { DialogTitle } from '#core/web/components/DialogTitle.tsx';

import type { ConfirmProperties } from '#core/web/dialogs/create-dialogs.ts';

/** Asks for confirmation. The button of a destructive action does not have the initial focus. */
export default observer(function ConfirmDialog({ question, i18n, close }: ConfirmProperties) {
  const { title, text, params, confirm, cancel, destructive = false } = question;
  return (
    <>
      <DialogTitle>{i18n.t(title, params)}</DialogTitle>
      {text !== undefined && <p className="rp-dialog-text">{i18n.t(text, params)}</p>}
      <DialogActions>
        {cancel !== null && (
          <Button data-autofocus={destructive || undefined} onClick={() => close(false)}>
            {i18n.t(cancel ?? 'shell:dialog.cancel')}
          </Button>
        )}
        <Button
          variant={destructive ? 'danger' : 'primary'}
          data-autofocus={!destructive || cancel === null || undefined}
          onClick={() => close(true)}
        >
          {i18n.t(confirm ?? 'shell:dialog.confirm', params)}
        </Button>
      </DialogActions>
    </>
  );
});
