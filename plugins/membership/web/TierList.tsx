import { LoadError } from '#core/web/components/LoadError.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useFollowed } from '#core/web/react/use-live.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { levelName } from '#core/web/session/membership-name.ts';
import type { Session } from '#core/web/session/session.ts';

import type { Tier } from '#plugins/membership/calls.ts';
import { TiersStore } from './TiersStore.ts';
import './TierList.css';

/**
 * The five levels: what each of them allows and unlocks.
 * @param holder whose level is marked, and called what it is called for them everywhere
 */
export const TierList = observer(function TierList({ holder }: { holder?: Pick<Session, 'level' | 'user'> }) {
  const t = useText();
  const { tiers } = useStore(TiersStore);
  useFollowed(tiers);
  if (tiers.value === null) {
    if (tiers.failure === null) return <div className="rp-tiers rp-tiers--outline" aria-busy="true" data-unread="" />;
    return <LoadError text={t('membership:failed')} error={tiers.failure.error} onRetry={() => void tiers.load()} />;
  }
  const named = tiers.value.map((tier) => {
    const isCurrent = holder?.level === tier.level;
    return { tier, isCurrent, name: isCurrent ? levelName(holder, t) : t(`shell:tier.${tier.level}`) };
  });
  return (
    <ol className="rp-tiers">
      {named.map((each, index) => (
        <TierCard key={each.tier.level} {...each} below={named[index - 1]?.name} />
      ))}
    </ol>
  );
});

interface TierCardProps {
  tier: Tier;
  name: string;
  /** Name of the level below. */
  below: string | undefined;
  isCurrent: boolean;
}

function TierCard({ tier, name, below, isCurrent }: TierCardProps) {
  const t = useText();
  const { gigabytes, creatorAccounts, devices } = tier;
  const unlimited = t('membership:unlimited');
  const limits = [
    [t('membership:space'), gigabytes === null ? unlimited : t('membership:gigabytes', { count: gigabytes })],
    ...(creatorAccounts === undefined
      ? []
      : [
          [
            t('membership:accounts'),
            creatorAccounts === null ? unlimited : t('membership:account-count', { count: creatorAccounts }),
          ] as const,
        ]),
    [t('membership:devices'), t('membership:device-count', { count: devices })],
  ] as const;
  const unlocked = [...tier.features.map((feature) => t(`membership:feature.${feature}`)), ...tier.plugins];
  return (
    <li className="rp-tier" aria-current={isCurrent || undefined}>
      <h3 className="rp-tier__name">
        {name}
        {isCurrent ? (
          <span className="rp-tier__mark">{t('membership:yours')}</span>
        ) : (
          below === undefined && <span className="rp-tier__mark">{t('membership:free')}</span>
        )}
      </h3>
      <dl className="rp-tier__limits">
        {limits.map(([limit, value]) => (
          <div key={limit}>
            <dt>{limit}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <ul className="rp-tier__features">
        {below !== undefined && <li>{t('membership:as-before', { level: below })}</li>}
        {unlocked.map((what) => (
          <li key={what} className="rp-tier__new">
            {what}
          </li>
        ))}
      </ul>
    </li>
  );
}
