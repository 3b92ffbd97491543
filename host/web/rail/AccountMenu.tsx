import { Icon } from '#core/web/components/Icon.tsx';
import { Link } from '#core/web/router/links.ts';
import { Popover } from '#core/web/components/Popover.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useKernel } from '#core/web/react/use-kernel.ts';
import { useText } from '#core/web/react/use-text.ts';
import { isPageAddress } from '#core/web/router/route-objects.ts';
import { membershipName } from '#core/web/session/membership-name.ts';
import { SESSION, type Session } from '#core/web/session/session.ts';
import { hasAccountSettings } from '#core/web/settings/has-account-settings.ts';
import { PlainButton } from '#core/web/components/PlainButton.tsx';

import './AccountMenu.css';

const PROFILE = '/safe';
const PLUGIN_SETTINGS = '/settings/plugins';

/** The current user, with links to their account and to log out. */
export const AccountMenu = observer(function AccountMenu() {
  const { get } = useKernel();
  const t = useText();
  const session = get(SESSION);
  if (session.user === null) return null;
  const name = session.displayName;
  return (
    <Popover
      kind="menu"
      label={t('shell:nav.account')}
      side="above-start"
      trigger={(properties) => (
        <PlainButton className="rp-account" title={t('shell:nav.account')} {...properties}>
          <Face session={session} />
          <span className="rp-account__words">
            <span className="rp-account__name">{name}</span>
            <span className="rp-account__tier">{membershipName(session, t)}</span>
          </span>
          <Icon name="chevron-up" size={16} className="rp-account__sign" />
        </PlainButton>
      )}
    >
      {(close) => (
        <>
          <div className="rp-account__card" role="none">
            <span className="rp-account__name">{name}</span>
            <span className="rp-account__tier">{membershipName(session, t)}</span>
          </div>
          <AccountChoices role="menuitem" onGo={close} />
        </>
      )}
    </Popover>
  );
});

/** Links to the account page and to log out. */
export const AccountChoices = observer(function AccountChoices({
  role,
  onGo,
}: {
  role?: 'menuitem';
  onGo: () => void;
}) {
  const { get, plugins } = useKernel();
  const t = useText();
  return (
    <>
      {isPageAddress(plugins, PROFILE) && (
        <Link className="rp-choice" role={role} to={PROFILE} onClick={onGo}>
          <Icon name="person" />
          {t('shell:account.profile')}
        </Link>
      )}
      {isPageAddress(plugins, PLUGIN_SETTINGS) && plugins.list.some(hasAccountSettings) && (
        <Link className="rp-choice" role={role} to={PLUGIN_SETTINGS} onClick={onGo}>
          <Icon name="plug" />
          {t('shell:account.settings')}
        </Link>
      )}
      <PlainButton
        className="rp-choice"
        role={role}
        onClick={() => {
          onGo();
          void get(SESSION).logOut();
        }}
      >
        <Icon name="log-out" />
        {t('shell:account.log-out')}
      </PlainButton>
    </>
  );
});

/** The user's picture, or the first letter of their name. */
function Face({ session }: { session: Session }) {
  const avatar = session.user?.avatar ?? null;
  if (avatar !== null) return <img className="rp-face" src={avatar} alt="" width={28} height={28} />;
  return (
    <span className="rp-face" aria-hidden="true">
      {[...session.displayName][0]?.toUpperCase() ?? '·'}
    </span>
  );
}
