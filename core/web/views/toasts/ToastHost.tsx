import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';

import { Icon } from '#core/web/components/Icon.tsx';
import { IconButton } from '#core/web/components/IconButton.tsx';
import type { I18n } from '#core/web/i18n/i18n.ts';

import type { ShownToast, ToastList } from '#core/web/toasts/create-toasts.ts';
import { Button } from '#core/web/components/Button.tsx';
import './ToastHost.css';

const ICONS = { success: 'check', info: 'info', warning: 'warning', error: 'error' } as const;

/** Renders the toasts in a live region; their timers pause while one is hovered or focused. */
export const ToastHost = observer(function ToastHost({ toasts, i18n }: { toasts: ToastList; i18n: Pick<I18n, 't'> }) {
  // Outside the page, which is inert while a dialog is open.
  const { shown } = toasts;
  const notes = (some: readonly ShownToast[]): ReactNode =>
    some.map((each) => <ToastNote key={each.id} shown={each} toasts={toasts} close={i18n.t('shell:toast.close')} />);
  return createPortal(
    <div className="rp-toasts">
      <div className="rp-toasts__waiting" role="status">
        {notes(shown.filter(({ toast }) => toast.canWait === true))}
      </div>
      <section
        className="rp-toasts__over"
        aria-label={i18n.t('shell:toast.region')}
        aria-live={shown.some(({ toast }) => toast.kind === 'error') ? 'assertive' : 'polite'}
        aria-relevant="additions"
      >
        {notes(shown.filter(({ toast }) => toast.canWait !== true))}
      </section>
    </div>,
    document.body,
  );
});

const ToastNote = observer(function ToastNote({
  shown: { id, toast },
  toasts,
  close,
}: {
  shown: ShownToast;
  toasts: ToastList;
  close: string;
}) {
  const { action, kind, text, source } = toast;
  return (
    <div
      className={`rp-toast rp-toast--${kind}`}
      data-plugin={source}
      data-stays={toast.duration === 0 ? '' : undefined}
      onPointerEnter={() => toasts.hold(id, 'pointer')}
      onPointerLeave={() => toasts.release(id, 'pointer')}
      onFocus={() => toasts.hold(id, 'focus')}
      onBlur={() => toasts.release(id, 'focus')}
    >
      <Icon name={ICONS[kind]} size={16} />
      <p className="rp-toast__text">{typeof text === 'string' ? text : text()}</p>
      {action !== undefined && (
        <Button
          variant="quiet"
          size="small"
          className="rp-toast__action"
          onClick={() => {
            toasts.close(id);
            action.run();
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton
        icon="close"
        label={close}
        size="small"
        onClick={() => {
          toasts.close(id);
          toast.onClose?.();
        }}
      />
    </div>
  );
});
