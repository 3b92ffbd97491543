import { observer } from '#core/web/react/observer.ts';
import { useEffect, useId, useRef, type ReactNode } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { DIALOGS } from '#core/web/dialogs/dialogs.ts';
import { PURCHASE_MEMBER } from '#core/web/features/create-feature-gate.ts';
import type { I18n } from '#core/web/i18n/i18n.ts';
import { PLUGINS } from '#core/web/plugins/plugins.ts';
import { Link } from '#core/web/router/links.ts';
import { isPageAddress } from '#core/web/router/route-objects.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { membershipName } from '#core/web/session/membership-name.ts';
import type { Session } from '#core/web/session/session.ts';

import { maskMobile } from '../parts/mask-mobile.ts';
import { ProfileNameForm } from './ProfileNameForm.tsx';
import { ProfileStore } from './ProfileStore.ts';

/** Name, number, WeChat and tier. */
export const ProfileCard = observer(function ProfileCard() {
  const t = useText();
  const dialogs = useService(DIALOGS);
  const plugins = useService(PLUGINS);
  const store = useStore(ProfileStore);
  const heading = useId();
  const edit = useRef<HTMLButtonElement>(null);
  const { session } = store;

  useEffect(() => {
    void store.open();
  }, [store]);

  const { user } = session;
  if (user === null) {
    return null;
  }
  const writing = store.draft !== null;
  return (
    <section className="rp-safe-card" aria-labelledby={heading}>
      <header className="rp-safe-who">
        <span className="rp-safe-picture" aria-hidden="true">
          {user.avatar === null ? [...session.displayName][0] : <img src={user.avatar} alt="" />}
        </span>
        <div>
          <h2 id={heading}>{session.displayName}</h2>
          <p>
            {tierText(session, store.memberDays, t)}
            {session.isMainAccount && isPageAddress(plugins, PURCHASE_MEMBER) && (
              <Link className="rp-safe-renew" to={PURCHASE_MEMBER}>
                {t('account:safe.renew')}
              </Link>
            )}
          </p>
        </div>
      </header>
      <dl className="rp-safe-facts">
        <Fact name={t('account:safe.name')}>
          {writing ? (
            <ProfileNameForm store={store} onDone={() => setTimeout(() => edit.current?.focus())} />
          ) : (
            <>
              <span>{user.fdName}</span>
              <Button ref={edit} variant="quiet" onClick={() => store.edit()}>
                {t('account:safe.name-edit')}
              </Button>
            </>
          )}
        </Fact>
        <Fact name={t('account:safe.mobile')}>
          {user.fdMobile === null ? (
            <>
              <span className="rp-safe-missing">{t('account:safe.unbound')}</span>
              <Button variant="quiet" onClick={() => void dialogs.open('account/login', { step: 'bind-mobile' })}>
                {t('account:safe.bind')}
              </Button>
            </>
          ) : (
            <>
              <span className="rp-safe-number">{maskMobile(user.fdMobile)}</span>
              <Button variant="quiet" onClick={() => void dialogs.open('account/login', { step: 'change-mobile' })}>
                {t('account:safe.change')}
              </Button>
            </>
          )}
        </Fact>
        {(store.isWechat || store.wechatBound === true) && (
          <Fact name={t('account:safe.wechat')}>
            {store.wechatBound === true ? (
              <span>{user.wechatName ?? t('account:safe.bound')}</span>
            ) : (
              <span className="rp-safe-missing">{store.wechatBound === null ? '—' : t('account:safe.wechat-how')}</span>
            )}
          </Fact>
        )}
        <Fact name={t('account:safe.username')}>
          <span>{user.fdUsername === user.fdMobile ? maskMobile(user.fdUsername) : user.fdUsername}</span>
        </Fact>
      </dl>
    </section>
  );
});

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="rp-safe-fact">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** More days than this are as good as without end. */
const ENDLESS_DAYS = 3650;

/** The tier's name, with the days left of one that ends. */
function tierText(session: Session, days: number | null, t: I18n['t']): string {
  const name = membershipName(session, t);
  return days === null || days > ENDLESS_DAYS || session.isFree ? name : t('account:tier.days', { name, count: days });
}
