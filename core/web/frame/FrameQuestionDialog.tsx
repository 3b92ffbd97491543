import { observer } from 'mobx-react-lite';

import { Button } from '../components/Button.tsx';
import { DialogActions } from '../components/DialogActions.tsx';
import { DialogTitle } from '../components/DialogTitle.tsx';
import type { DialogControl } from '../define-web.ts';
import type { I18n } from '../i18n/i18n.ts';
import type { FrameQuestion } from './frame-protocol.ts';
import './FrameQuestionDialog.css';

interface FrameQuestionProperties extends DialogControl<boolean> {
  question: FrameQuestion;
  /** Display name of the plugin that asks. */
  plugin: string;
  i18n: Pick<I18n, 't'>;
}

/** A question of an untrusted plugin in its own words, below a line of ours that says who is asking. */
export default observer(function FrameQuestionDialog({ question, plugin, i18n, close }: FrameQuestionProperties) {
  const { title, text, confirm, cancel, destructive } = question;
  return (
    <>
      <p className="rp-frame-question__from">{i18n.t('shell:frame.asks', { plugin })}</p>
      <DialogTitle>{title}</DialogTitle>
      {text !== undefined && <p className="rp-dialog-text">{text}</p>}
      <DialogActions>
        {cancel !== null && (
          <Button data-autofocus={destructive || undefined} onClick={() => close(false)}>
            {cancel ?? i18n.t('shell:dialog.cancel')}
          </Button>
        )}
        <Button
          variant={destructive ? 'danger' : 'primary'}
          data-autofocus={!destructive || cancel === null || undefined}
          onClick={() => close(true)}
        >
          {confirm ?? i18n.t('shell:dialog.confirm')}
        </Button>
      </DialogActions>
    </>
  );
});
