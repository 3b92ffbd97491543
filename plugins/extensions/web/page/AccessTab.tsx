import { LEVELS } from '#core/contract/tiers.ts';
import { Button } from '#core/web/components/Button.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';

import type { Extension } from '#plugins/extensions/calls.ts';
import { ExtensionChanges } from '../stores/ExtensionChanges.ts';
import { seenBy } from '../parts/describe-extension.ts';
import { Notice } from '#core/web/ui/Notice.tsx';
import { TierLegend } from '../tiers/TierMatrix.tsx';
import { TierSwitch } from '../tiers/TierSwitch.tsx';
import './AccessTab.css';

/** What each tier has of it. */
export const AccessTab = observer(function AccessTab({ extension }: { extension: Extension }) {
  const t = useText();
  const changes = useStore(ExtensionChanges);
  const { manifest, tiers, disabled, needed } = extension;
  if (needed) return <Notice kind="info">{t('extensions:access.needed')}</Notice>;
  if (manifest.gate.operator) return <Notice kind="info">{t('extensions:access.operators')}</Notice>;
  const isChosen = LEVELS.some((level) => tiers[level] !== undefined);
  return (
    <div className="rp-ext-access">
      {disabled && <Notice kind="warning">{t('extensions:access.disabled')}</Notice>}
      {!manifest.gate.login && <Notice kind="info">{t('extensions:access.visitors')}</Notice>}
      <TierLegend />
      <ul className="rp-ext-rows rp-ext-access__tiers">
        {LEVELS.map((level) => (
          <li key={level}>
            <span className="rp-ext-access__tier">{t(`shell:tier.${level}`)}</span>
            <TierSwitch extension={extension} level={level} withWords />
            <span className="rp-ext-quiet">
              {t(`extensions:sees.${seenBy(extension, level)}`)}
              {' · '}
              {t(tiers[level] === undefined ? 'extensions:access.by-manifest' : 'extensions:access.by-operator')}
            </span>
          </li>
        ))}
      </ul>
      {isChosen && (
        <Button busy={changes.isBusy(manifest.id)} onClick={() => void changes.resetTiers(extension)}>
          {t('extensions:access.reset')}
        </Button>
      )}
    </div>
  );
});
