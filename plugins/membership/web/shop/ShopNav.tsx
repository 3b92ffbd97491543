import { useText } from '#core/web/react/use-text.ts';
import { NavLink } from '#core/web/router/links.ts';

import { showCurrent } from './show-current.ts';
import './shop.css';

/** Leads from one page about buying and spending to the others. */
export function ShopNav() {
  const t = useText();
  return (
    <nav ref={showCurrent} className="rp-shop-nav" aria-label={t('membership:shop.nav')}>
      <NavLink to="/recharge/purchaseMember">{t('membership:shop.level')}</NavLink>
      <NavLink to="/recharge/number">{t('membership:shop.number')}</NavLink>
      <NavLink to="/recharge/account">{t('membership:shop.account')}</NavLink>
      <NavLink to="/memberExchange">{t('membership:exchange.title')}</NavLink>
      <NavLink to="/accountCenter/buy-member-record">{t('membership:records.title')}</NavLink>
      <NavLink to="/consumption/records">{t('membership:consumption.title')}</NavLink>
    </nav>
  );
}
