import { useState } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { Icon } from '#core/web/components/Icon.tsx';
import type { CallData } from '#core/contract/call.ts';
import { HTTP } from '#core/web/http/http.ts';
import { failureText } from '#core/web/http/failure-text.ts';
import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';
import { ROUTER } from '#core/web/router/router.ts';
import { Form } from '#core/web/ui/Form.tsx';
import { PageFrame } from '#core/web/ui/PageFrame.tsx';
import { TextField } from '#core/web/ui/TextField.tsx';

import { redeemCode } from '#plugins/membership/calls.ts';
import { readCode } from '#plugins/membership/code-text.ts';
import { benefitText } from './shop/benefit-text.ts';
import { ShopNav } from './shop/ShopNav.tsx';
import './shop/shop.css';

/** Redeems a code for a membership or counts. */
export default observer(function ExchangePage() {
  const t = useText();
  const i18n = useService(I18N);
  const http = useService(HTTP);
  const router = useService(ROUTER);
  const [typed, setTyped] = useState('');
  const [refusal, setRefusal] = useState<string | null>(null);
  const [given, setGiven] = useState<CallData<typeof redeemCode> | null>(null);
  const goOn = usePluginCallback(async () => {
    await router.go('/workbench');
  });

  async function redeem(): Promise<void> {
    // What is mistyped needs no attempt.
    if (readCode(typed) === null) {
      setRefusal(t('membership:code.wrong'));
      return;
    }
    setRefusal(null);
    try {
      setGiven(await http.call(redeemCode, { body: { code: typed } }, { handlesErrors: true }));
      setTyped('');
    } catch (error) {
      setRefusal(failureText(error, t));
    }
  }
  return (
    <>
      <ShopNav />
      <PageFrame title={t('membership:exchange.title')} about={t('membership:exchange.about')}>
        <div className="rp-checkout rp-checkout--alone">
          {given !== null && (
            <div className="rp-exchanged" role="status">
              <h2>
                <Icon name="success" /> {benefitText(i18n, given.benefit)}
              </h2>
              <p>
                {given.until === null
                  ? t('membership:exchange.counts')
                  : t('membership:exchange.until', { date: i18n.date(new Date(given.until)) })}
              </p>
              <Button onClick={() => goOn()}>{t('membership:done.workbench')}</Button>
            </div>
          )}
          <Form label={t('membership:exchange.title')} submit={t('membership:exchange.redeem')} onSubmit={redeem}>
            <TextField
              label={t('membership:exchange.code')}
              hint={t('membership:exchange.hint')}
              placeholder="XXXX-XXXX-XXXX-XXXX"
              value={typed}
              most={40}
              required
              error={refusal}
              onChange={(text) => {
                setTyped(text);
                setRefusal(null);
              }}
            />
          </Form>
        </div>
      </PageFrame>
    </>
  );
});
