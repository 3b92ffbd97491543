import { FEATURES, LEVEL_LIMITS, LEVELS, levelOfFeature, type Level } from '#core/contract/tiers.ts';
import { useText } from '#core/web/react/use-text.ts';

const FEATURE_NAMES = Object.keys(FEATURES) as (keyof typeof FEATURES)[];
/** What is there from the first level on, besides the features that a level unlocks. */
const FIRST = ['landing:tiers.first-mixing', 'landing:tiers.first-certificate'] as const;

/** The five levels: what each of them allows and unlocks. */
export function Tiers() {
  const t = useText();
  return (
    <section className="rp-home__section" aria-labelledby="tiers">
      <h2 id="tiers" className="rp-home__title">
        {t('landing:tiers.title')}
      </h2>
      <ol className="rp-tiers">
        {LEVELS.map((level, index) => (
          <Tier key={level} level={level} below={LEVELS[index - 1]} />
        ))}
      </ol>
      <p className="rp-home__note">{t('landing:tiers.note')}</p>
    </section>
  );
}

function Tier({ level, below }: { level: Level; below: Level | undefined }) {
  const t = useText();
  const { gigabytes, creatorAccounts, devices } = LEVEL_LIMITS[level];
  const unlimited = t('landing:tiers.unlimited');
  const limits = [
    [t('landing:tiers.space'), gigabytes === null ? unlimited : t('landing:tiers.gigabytes', { count: gigabytes })],
    [
      t('landing:tiers.accounts'),
      creatorAccounts === null ? unlimited : t('landing:tiers.account-count', { count: creatorAccounts }),
    ],
    [t('landing:tiers.devices'), t('landing:tiers.device-count', { count: devices })],
  ] as const;
  const unlocked = FEATURE_NAMES.filter((name) => levelOfFeature(FEATURES[name]) === level);

  return (
    <li className="rp-tier">
      <h3 className="rp-tier__name">
        {t(`shell:tier.${level}`)}
        {below === undefined && <span className="rp-tier__free">{t('landing:tiers.free')}</span>}
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
        {below === undefined ? (
          FIRST.map((key) => <li key={key}>{t(key)}</li>)
        ) : (
          <li>{t('landing:tiers.as-before', { level: t(`shell:tier.${below}`) })}</li>
        )}
        {unlocked.map((name) => (
          <li key={name} className="rp-tier__new">
            {t(`landing:tiers.feature.${name}`)}
          </li>
        ))}
      </ul>
    </li>
  );
}
