import type { ReactNode } from 'react';

import type { MessageKey } from '#core/contract/message-keys.ts';
import { Button } from '#core/web/components/Button.tsx';
import { Icon } from '#core/web/components/Icon.tsx';
import { PAGE_CLOSING } from '#core/web/page-closing/page-closing.ts';
import type { KeptPage } from '#core/web/page-closing/page-closing.ts';
import { FEATURE_GATE } from '#core/web/features/feature-gate.ts';
import { I18N } from '#core/web/i18n/i18n.ts';
import { namesOfLevels, reasonOfLock } from '#core/web/features/lock-words.ts';
import { lockOfPlugin, type AccessLock } from '#core/web/lock.ts';
import { observer } from '#core/web/react/observer.ts';
import { useKernel } from '#core/web/react/use-kernel.ts';
import { lockOfPage } from '#core/web/react/use-locked.ts';
import { useText } from '#core/web/react/use-text.ts';
import { ROUTER } from '#core/web/router/router.ts';
import { TOASTS } from '#core/web/toasts/toasts.ts';

import './PageNotice.css';

/** The notice above a page that is read-only, with the reason. Most pages have none. */
export const PageNotice = observer(function PageNotice() {
  const kernel = useKernel();
  const { route } = kernel.get(ROUTER);
  if (route === null) return null;
  const { staying } = kernel.get(PAGE_CLOSING);
  const entry = kernel.plugins.find(route.plugin)?.entry;
  if (staying?.plugin === route.plugin) {
    return <StayingNotice staying={staying} title={entry?.manifest.title ?? route.plugin} />;
  }
  if (entry === undefined) return null;
  const ofPlugin = lockOfPlugin(entry);
  const lock = ofPlugin ?? lockOfPage(kernel, route);
  const page = entry.manifest.routes.find(({ path }) => path === route.path);
  if (lock === null || page?.readOnly === true) return null;
  return <LockedNotice lock={lock} title={(ofPlugin === null ? page?.title : undefined) ?? entry.manifest.title} />;
});

function LockedNotice({ lock, title }: { lock: AccessLock; title: string }) {
  const t = useText();
  const { get } = useKernel();
  // The manifest's schema ensures that titles have the form of a key.
  const plugin = t(title as MessageKey);
  const what = t(`shell:look.${reasonOfLock(lock)}`, {
    plugin,
    level: lock.level === null ? '' : t(`shell:tier.${lock.level}`),
    levels: namesOfLevels(lock, get(I18N)),
  });
  return (
    <Notice icon="lock" what={what} more={lock.level === null && lock.feature === null ? null : t('shell:look.text')}>
      {(lock.level !== null || lock.feature !== null) && (
        <Button variant="primary" size="small" onClick={() => get(FEATURE_GATE).offerUpgrade(lock)}>
          {t('shell:look.go')}
        </Button>
      )}
    </Notice>
  );
}

function StayingNotice({ staying, title }: { staying: KeptPage; title: string }) {
  const t = useText();
  const { get } = useKernel();
  const isUpdate = staying.why === 'shell:gone.updated';
  const save = (): void =>
    void staying
      .rescue()
      .catch(() => get(TOASTS).show({ kind: 'error', key: 'rescue', text: () => t('shell:gone.download-failed') }));
  return (
    <Notice
      icon="warning"
      what={t(staying.why, { plugin: t(title as MessageKey) })}
      more={t(isUpdate ? 'shell:gone.staying-updated' : 'shell:gone.staying')}
    >
      <Button size="small" onClick={staying.close}>
        {t(isUpdate ? 'shell:gone.load' : 'shell:gone.close')}
      </Button>
      {staying.canRescue && (
        <Button variant="primary" size="small" icon="download" onClick={save}>
          {t('shell:gone.download')}
        </Button>
      )}
    </Notice>
  );
}

interface NoticeProps {
  icon: 'lock' | 'warning';
  what: string;
  more: string | null;
  children: ReactNode;
}

function Notice({ icon, what, more, children }: NoticeProps) {
  return (
    <section className="rp-page-notice" aria-label={what} data-kind={icon}>
      <Icon name={icon} className="rp-page-notice__icon" />
      <p className="rp-page-notice__text" role="status">
        {what} {more !== null && <span>{more}</span>}
      </p>
      <div className="rp-page-notice__actions">{children}</div>
    </section>
  );
}
