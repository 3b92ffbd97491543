import { Button } from '#core/web/components/Button.tsx';
import { Icon } from '#core/web/components/Icon.tsx';
import { COMMANDS, CONTACT_COMMAND } from '#core/web/commands/commands.ts';
import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';
import { ROUTER } from '#core/web/router/router.ts';

import type { Order } from '#plugins/membership/calls.ts';
import { purchaseText } from '../shop/shop-texts.ts';

const SHOPS = { level: '/recharge/purchaseMember', package: '/recharge/number', balance: '/recharge/account' } as const;

/** What became of an order, and what comes next. */
export const OrderEnd = observer(function OrderEnd({ order }: { order: Order }) {
  const t = useText();
  const i18n = useService(I18N);
  const router = useService(ROUTER);
  const commands = useService(COMMANDS);
  const go = usePluginCallback(async (to: string) => {
    await router.go(to);
  });
  const contact = usePluginCallback(() => commands.run(CONTACT_COMMAND));
  const { state, purchase, number } = order;
  const what = purchaseText(i18n, purchase);
  switch (state) {
    case 'fulfilled':
      return (
        <div className="rp-pay" data-state="done">
          <h2>
            <Icon name="success" /> {t(`membership:done.${purchase.kind}`, { what })}
          </h2>
          <p>{t(`membership:done.next-${purchase.kind}`)}</p>
          <div className="rp-pay__actions">
            <Button variant="primary" onClick={() => go('/workbench')}>
              {t('membership:done.workbench')}
            </Button>
            <Button onClick={() => go('/accountCenter/buy-member-record')}>{t('membership:records.title')}</Button>
          </div>
        </div>
      );
    case 'closed':
      return (
        <div className="rp-pay">
          <h2>{t('membership:done.closed')}</h2>
          <p>{t('membership:done.closed-text')}</p>
          <div className="rp-pay__actions">
            <Button variant="primary" onClick={() => go(SHOPS[purchase.kind])}>
              {t('membership:done.again')}
            </Button>
          </div>
        </div>
      );
    case 'review':
      if (order.isSlipSent) {
        return (
          <div className="rp-pay">
            <h2>
              <Icon name="clock" /> {t('membership:done.slip')}
            </h2>
            <p role="status">{t('membership:done.slip-text')}</p>
          </div>
        );
      }
      return (
        <div className="rp-pay">
          <h2>{t('membership:done.review')}</h2>
          <p>{t('membership:done.review-text', { number })}</p>
          <div className="rp-pay__actions">
            <Button variant="primary" icon="headset" onClick={contact}>
              {t('membership:done.contact')}
            </Button>
          </div>
        </div>
      );
    default:
      return (
        <div className="rp-pay">
          <h2>{t('membership:done.paid')}</h2>
          <p role="status">{t('membership:done.paid-text')}</p>
        </div>
      );
  }
});
