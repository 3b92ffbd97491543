import { useEffect, useId } from 'react';

import { Trouble } from '#core/web/components/Trouble.tsx';
import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';

import { SpaceStore } from './SpaceStore.ts';
import './SpaceUsed.css';

/** How much of the account's space is used. */
export const SpaceUsed = observer(function SpaceUsed() {
  const t = useText();
  const i18n = useService(I18N);
  const store = useStore(SpaceStore);
  const heading = useId();
  useEffect(() => store.follow() as () => void, [store]);

  const { reading, total, share, isLow } = store;
  const used = i18n.bytes(store.used);
  const text =
    total === null
      ? t('workbench:space.unlimited', { used })
      : t('workbench:space.used', { used, total: i18n.bytes(total) });
  return (
    <section aria-labelledby={heading} aria-busy={reading.value === null && reading.failure === null}>
      <header className="rp-workbench__head">
        <h2 id={heading}>{t('workbench:space.title')}</h2>
      </header>
      {reading.failure !== null && (
        <Trouble text={t('workbench:space.failed')} error={reading.failure.error} onRetry={() => void reading.load()} />
      )}
      {reading.value === null ? (
        reading.failure === null && <div className="rp-space-used__outline rp-workbench__outline" aria-hidden="true" />
      ) : (
        <div className="rp-space-used" data-low={isLow || undefined}>
          {total !== null && (
            <div
              className="rp-space-used__bar"
              role="meter"
              aria-label={t('workbench:space.title')}
              aria-valuemin={0}
              aria-valuemax={100}
              aria-valuenow={Math.round(share * 100)}
              aria-valuetext={text}
            >
              <span style={{ width: `${share * 100}%` }} />
            </div>
          )}
          <p>{text}</p>
          {isLow && total !== null && (
            <p className="rp-space-used__low">
              {t('workbench:space.low', { left: i18n.bytes(Math.max(0, total - store.used)) })}
            </p>
          )}
        </div>
      )}
    </section>
  );
});
