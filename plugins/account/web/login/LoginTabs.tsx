import { observer } from '#core/web/react/observer.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Notice } from '#core/web/ui/Notice.tsx';
import { Tabs } from '#core/web/ui/Tabs.tsx';

import type { LoginStore } from './LoginStore.ts';
import { QrPanel } from './QrPanel.tsx';
import { SmsCodeFields } from './SmsCodeFields.tsx';

/** The two ways in. */
export const LoginTabs = observer(function LoginTabs({ store }: { store: LoginStore }) {
  const t = useText();
  return (
    <Tabs
      label={t('account:login.methods')}
      look="wide"
      tabs={[
        { value: 'wechat', text: t(store.isWechat ? 'account:login.tab-wechat' : 'account:login.tab-qr') },
        { value: 'mobile', text: t('account:login.tab-mobile') },
      ]}
      value={store.tab}
      onChange={(tab) => store.chooseTab(tab)}
    >
      <div className="rp-login-panel">
        {store.tab === 'wechat' ? (
          <>
            <QrPanel qr={store.qr} />
            {store.refusal !== null && (
              <Notice kind={store.refusal.kind} announce>
                {store.refusal.text}
              </Notice>
            )}
          </>
        ) : (
          <SmsCodeFields
            form={store.login}
            submitText={t('account:login.submit')}
            onSubmit={() => void store.logInByMobile()}
          />
        )}
      </div>
    </Tabs>
  );
});
