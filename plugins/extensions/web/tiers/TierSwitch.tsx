import type { Level } from '#core/contract/tiers.ts';
import type { IconName } from '#core/web/components/Icon.tsx';
import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { RadioGroup } from '#core/web/ui/RadioGroup.tsx';

import type { Extension } from '#plugins/extensions/calls.ts';
import { ExtensionChanges } from '../stores/ExtensionChanges.ts';
import { lacksFeature, TIER_MODES, titleOf, type TierMode } from '../parts/describe-extension.ts';
import './TierSwitch.css';

const ICONS: Readonly<Record<TierMode, IconName>> = { on: 'check', locked: 'lock', hidden: 'eye-off' };

export interface TierSwitchProps {
  extension: Extension;
  level: Level;
  /** Accessible names of the icons, at any width. */
  withWords?: boolean;
}

/** On, locked or hidden for one tier; the arrow keys choose. */
export const TierSwitch = observer(function TierSwitch({ extension, level, withWords = false }: TierSwitchProps) {
  const t = useText();
  const i18n = useService(I18N);
  const changes = useStore(ExtensionChanges);
  const mode = changes.modeOf(extension, level);
  const isSaving = changes.isSaving(extension, level);
  const isChosen = extension.tiers[level] !== undefined;
  const isLacking = mode === 'on' && lacksFeature(extension, level);
  const label = t('extensions:tier.of', { plugin: titleOf(extension, i18n), tier: t(`shell:tier.${level}`) });
  return (
    <span
      className="rp-ext-tier"
      aria-busy={isSaving || undefined}
      data-mode={mode}
      data-chosen={isChosen || undefined}
      data-words={withWords || undefined}
    >
      <RadioGroup
        label={isLacking ? `${label} ${t('extensions:tier.lacking')}` : label}
        labelHidden
        look="segments"
        value={mode}
        options={TIER_MODES.map((choice) => ({
          value: choice,
          text: t(`extensions:tier.${choice}`),
          icon: choice === 'on' && isLacking ? 'key' : ICONS[choice],
          textHidden: !withWords,
        }))}
        onChange={(choice) => void changes.setTier(extension, level, choice)}
      />
    </span>
  );
});
