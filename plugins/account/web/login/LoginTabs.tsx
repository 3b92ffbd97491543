import { observer } from '#core/web/react/observer.ts';
import { useText } from '#core/web/react/use-text.ts';
import { useId, useRef, type KeyboardEvent } from 'react';

import { Notice } from '../parts/Notice.tsx';
import type { LoginTab } from './login-steps.ts';
import type { LoginStore } from './LoginStore.ts';
import { QrPanel } from './QrPanel.tsx';
import { SmsCodeFields } from './SmsCodeFields.tsx';

const TABS = ['wechat', 'mobile'] as const satisfies readonly LoginTab[];

/** The two ways in; the arrow keys go from one tab to the other. */
export const LoginTabs = observer(function LoginTabs({ store }: { store: LoginStore }) {
  const t = useText();
  const id = useId();
  const list = useRef<HTMLDivElement>(null);

  function onKeyDown(event: KeyboardEvent): void {
    const next = tabForKey(event.key, store.tab);
    if (next === null) {
      return;
    }
    event.preventDefault();
    store.chooseTab(next);
    list.current?.querySelector<HTMLElement>(`[data-tab="${next}"]`)?.focus();
  }

  return (
    <>
      <div ref={list} className="rp-login-tabs" role="tablist" aria-label={t('account:login.ways')}>
        {TABS.map((tab) => (
          <button
            key={tab}
            type="button"
            role="tab"
            id={`${id}-${tab}`}
            data-tab={tab}
            aria-selected={store.tab === tab}
            aria-controls={`${id}-panel`}
            tabIndex={store.tab === tab ? 0 : -1}
            onClick={() => store.chooseTab(tab)}
            onKeyDown={onKeyDown}
          >
            {t(`account:login.tab-${tab}`)}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} className="rp-login-panel" role="tabpanel" aria-labelledby={`${id}-${store.tab}`}>
        {store.tab === 'wechat' ? (
          <>
            <QrPanel qr={store.qr} />
            {store.refusal !== null && <Notice kind={store.refusal.kind} text={store.refusal.text} />}
          </>
        ) : (
          <SmsCodeFields
            form={store.login}
            submitText={t('account:login.submit')}
            onSubmit={() => void store.logInByMobile()}
          />
        )}
      </div>
    </>
  );
});

function tabForKey(key: string, tab: LoginTab): LoginTab | null {
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowRight':
      return tab === 'wechat' ? 'mobile' : 'wechat';
    case 'Home':
      return 'wechat';
    case 'End':
      return 'mobile';
    default:
      return null;
  }
}
