import { useText } from '#core/web/react/use-text.ts';
import { NavLink } from '#core/web/router/links.ts';

import { showCurrent } from '../shop/show-current.ts';
import '../shop/shop.css';
import './operator.css';

/** Leads from one page about money to the others. */
export function MoneyNav() {
  const t = useText();
  return (
    <nav ref={showCurrent} className="rp-shop-nav rp-money-nav" aria-label={t('membership:operator.nav')}>
      <NavLink to="/operator/money" end>
        {t('membership:operator.orders')}
      </NavLink>
      <NavLink to="/operator/money/members">{t('membership:operator.members')}</NavLink>
      <NavLink to="/operator/money/adjustments">{t('membership:operator.adjustments')}</NavLink>
      <NavLink to="/operator/money/prices">{t('membership:operator.prices')}</NavLink>
      <NavLink to="/operator/money/tiers">{t('membership:operator.tiers')}</NavLink>
      <NavLink to="/operator/money/codes">{t('membership:operator.codes')}</NavLink>
      <NavLink to="/operator/money/invoices">{t('membership:invoice.title')}</NavLink>
      <NavLink to="/operator/money/differences">{t('membership:operator.differences')}</NavLink>
    </nav>
  );
}
