import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';
import { NavLink } from '#core/web/router/links.ts';
import { ROUTER } from '#core/web/router/router.ts';

import { showCurrent } from './show-current.ts';
import './shop.css';

/** The second address of each of these pages. */
const ALSO_AT = {
  '/accountCenter/buy-member-record': '/recharge/orders',
  '/consumption/records': '/accountCenter/used-record',
} as const;

/** Leads from one page about buying and spending to the others. */
export const ShopNav = observer(function ShopNav() {
  const t = useText();
  const { path } = useService(ROUTER).place;
  // A link to where somebody is already is marked.
  const here = (to: keyof typeof ALSO_AT) => (path === ALSO_AT[to] ? path : to);
  return (
    <nav ref={showCurrent} className="rp-shop-nav" aria-label={t('membership:shop.nav')}>
      <NavLink to="/recharge/purchaseMember">{t('membership:shop.level')}</NavLink>
      <NavLink to="/recharge/number">{t('membership:shop.number')}</NavLink>
      <NavLink to="/recharge/account">{t('membership:shop.account')}</NavLink>
      <NavLink to="/memberExchange">{t('membership:exchange.title')}</NavLink>
      <NavLink to={here('/accountCenter/buy-member-record')}>{t('membership:records.title')}</NavLink>
      <NavLink to={here('/consumption/records')}>{t('membership:consumption.title')}</NavLink>
    </nav>
  );
});
