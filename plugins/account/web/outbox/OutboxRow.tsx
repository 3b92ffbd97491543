import { observer } from '#core/web/react/observer.ts';

import { Button } from '#core/web/components/Button.tsx';
import { I18N } from '#core/web/i18n/i18n.ts';
import { useService } from '#core/web/react/use-service.ts';
import { TOASTS } from '#core/web/toasts/toasts.ts';
import { useText } from '#core/web/react/use-text.ts';

import type { OutboxMessage } from '#plugins/account/calls.ts';
import { copyText } from '#core/web/copy-text.ts';
import { findCode } from './find-code.ts';

export interface OutboxRowProps {
  message: OutboxMessage;
  /** It arrived while the page was open. */
  isNew: boolean;
}

/** One message, with its code for copying. */
export const OutboxRow = observer(function OutboxRow({ message, isNew }: OutboxRowProps) {
  const t = useText();
  const i18n = useService(I18N);
  const toasts = useService(TOASTS);
  const code = findCode(message.text);

  async function copy(text: string): Promise<void> {
    const copied = await copyText(text);
    toasts.show(
      copied
        ? { kind: 'success', text: t('account:outbox.copied', { code: text }), key: 'account.outbox.copied' }
        : { kind: 'warning', text: t('account:outbox.not-copied', { code: text }), key: 'account.outbox.copied' },
    );
  }

  return (
    <li className="rp-outbox-row" data-new={isNew}>
      <div>
        <p className="rp-outbox-facts">
          <strong>{message.to}</strong>
          <time dateTime={message.createdAt} title={i18n.time(message.createdAt)}>
            {i18n.ago(message.createdAt)}
          </time>
        </p>
        <p>{message.text}</p>
      </div>
      {code !== null && (
        <Button
          variant="secondary"
          aria-label={t('account:outbox.copy-named', { code, to: message.to })}
          onClick={() => void copy(code)}
        >
          {t('account:outbox.copy', { code })}
        </Button>
      )}
    </li>
  );
});
