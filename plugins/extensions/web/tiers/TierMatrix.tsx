import { LEVELS } from '#core/contract/tiers.ts';
import { Button } from '#core/web/components/Button.tsx';
import { Icon } from '#core/web/components/Icon.tsx';
import { Link } from '#core/web/router/links.ts';
import { observer } from '#core/web/react/observer.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';

import { ExtensionChanges } from '../stores/ExtensionChanges.ts';
import type { ListedExtension } from '../stores/ExtensionsStore.ts';
import { PluginSign } from '../parts/PluginSign.tsx';
import { TierSwitch } from './TierSwitch.tsx';
import './TierMatrix.css';

/** Every plugin against every tier; on a phone a card for each. */
export const TierMatrix = observer(function TierMatrix({ items }: { items: readonly ListedExtension[] }) {
  const t = useText();
  return (
    <>
      <TierLegend />
      <div className="rp-ext-matrix" role="table" aria-label={t('extensions:tier.matrix')}>
        <div className="rp-ext-matrix__row rp-ext-matrix__head" role="row">
          <span role="columnheader">{t('extensions:column.plugin')}</span>
          {LEVELS.map((level) => (
            <span key={level} role="columnheader">
              {t(`shell:tier.${level}`)}
            </span>
          ))}
          <span role="columnheader">
            <span className="rp-visually-hidden">{t('extensions:tier.reset')}</span>
          </span>
        </div>
        {items.map((item) => (
          <MatrixRow key={item.id} item={item} />
        ))}
      </div>
    </>
  );
});

/** What the signs mean. */
export function TierLegend() {
  const t = useText();
  return (
    <ul className="rp-ext-legend">
      <li data-mode="on">
        <Icon name="check" size={16} />
        {t('extensions:tier.on-means')}
      </li>
      <li data-mode="locked">
        <Icon name="lock" size={16} />
        {t('extensions:tier.locked-means')}
      </li>
      <li>
        <Icon name="eye-off" size={16} />
        {t('extensions:tier.hidden-means')}
      </li>
      <li>
        <Icon name="key" size={16} />
        {t('extensions:tier.lacking-means')}
      </li>
      <li>
        <span className="rp-ext-legend__dot" aria-hidden="true" />
        {t('extensions:tier.chosen-means')}
      </li>
    </ul>
  );
}

const MatrixRow = observer(function MatrixRow({ item }: { item: ListedExtension }) {
  const t = useText();
  const changes = useStore(ExtensionChanges);
  const { id, title, extension } = item;
  const { needed, tiers } = extension;
  const isChosen = !needed && LEVELS.some((level) => tiers[level] !== undefined);
  return (
    <div className="rp-ext-matrix__row" role="row" data-extension={id} data-off={extension.disabled || undefined}>
      <span className="rp-ext-matrix__name" role="rowheader">
        <PluginSign manifest={extension.manifest} />
        <Link to={`/operator/plugins/${id}?tab=access`}>{title}</Link>
        {extension.disabled && <span className="rp-ext-badge">{t('extensions:off')}</span>}
      </span>
      {needed || extension.manifest.gate.operator ? (
        <span className="rp-ext-matrix__note" role="cell" aria-colspan={LEVELS.length}>
          {t(needed ? 'extensions:tier.needed' : 'extensions:tier.operators')}
        </span>
      ) : (
        LEVELS.map((level) => (
          <span key={level} className="rp-ext-matrix__cell" role="cell">
            <span className="rp-ext-matrix__tier" aria-hidden="true">
              {t(`shell:tier.${level}`)}
            </span>
            <TierSwitch extension={extension} level={level} />
          </span>
        ))
      )}
      <span className="rp-ext-matrix__end" role="cell">
        {isChosen && (
          <Button
            size="small"
            variant="quiet"
            busy={changes.isBusy(id)}
            aria-label={t('extensions:tier.reset-of', { plugin: title })}
            onClick={() => void changes.resetTiers(extension)}
          >
            {t('extensions:tier.reset')}
          </Button>
        )}
      </span>
    </div>
  );
});
