import type { Level } from '#core/contract/tiers.ts';
import { LoadError } from '#core/web/components/LoadError.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useFollowed } from '#core/web/react/use-live.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';

import type { Tier } from '#plugins/membership/calls.ts';
import { TiersStore } from './TiersStore.ts';
import './TierList.css';

/**
 * The five levels: what each of them allows and unlocks.
 * @param current the level of the account, which is marked
 */
export const TierList = observer(function TierList({ current = null }: { current?: Level | null }) {
  const t = useText();
  const { tiers } = useStore(TiersStore);
  useFollowed(tiers);
  if (tiers.value === null) {
    if (tiers.failure === null) return <div className="rp-tiers rp-tiers--outline" aria-busy="true" data-unread="" />;
    return <LoadError text={t('membership:failed')} error={tiers.failure.error} onRetry={() => void tiers.load()} />;
  }
  return (
    <ol className="rp-tiers">
      {tiers.value.map((tier, index, all) => (
        <TierCard key={tier.level} tier={tier} below={all[index - 1]?.level} isCurrent={tier.level === current} />
      ))}
    </ol>
  );
});

function TierCard({ tier, below, isCurrent }: { tier: Tier; below: Level | undefined; isCurrent: boolean }) {
  const t = useText();
  const { level, gigabytes, creatorAccounts, devices } = tier;
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
  const unlocked = [...tier.features.map((name) => t(`membership:feature.${name}`)), ...tier.plugins];
  return (
    <li className="rp-tier" aria-current={isCurrent || undefined}>
      <h3 className="rp-tier__name">
        {t(`shell:tier.${level}`)}
        {isCurrent ? (
          <span className="rp-tier__mark">{t('membership:yours')}</span>
        ) : (
          below === undefined && <span className="rp-tier__mark">{t('membership:free')}</span>
        )}
      </h3>
      <dl className="rp-tier__limits">
        {limits.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <ul className="rp-tier__features">
        {below !== undefined && <li>{t('membership:as-before', { level: t(`shell:tier.${below}`) })}</li>}
        {unlocked.map((name) => (
          <li key={name} className="rp-tier__new">
            {name}
          </li>
        ))}
      </ul>
    </li>
  );
}
