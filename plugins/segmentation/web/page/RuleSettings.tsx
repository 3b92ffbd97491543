import { observer } from '#core/web/react/observer.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Slider } from '#core/web/ui/Slider.tsx';
import { Switch } from '#core/web/ui/Switch.tsx';

import { SHORTEST } from '#plugins/segmentation/limits.ts';
import { SplitDraft } from '../draft/SplitDraft.ts';

/** How cuts are taken from what was found, for all videos of the list; seen at once. */
export const RuleSettings = observer(function RuleSettings() {
  const t = useText();
  const draft = useStore(SplitDraft);
  const { sensitivity, shortest, trims } = draft.rule;
  return (
    <section className="rp-split__rule" aria-label={t('segmentation:rule')}>
      <h2>{t('segmentation:rule')}</h2>
      <Slider
        label={t('segmentation:sensitivity')}
        hint={t('segmentation:sensitivity-hint')}
        value={Math.round(sensitivity * 100)}
        min={5}
        max={95}
        step={5}
        shown={`${Math.round(sensitivity * 100)}`}
        onChange={(value) => draft.setRule({ sensitivity: value / 100 })}
      />
      <Slider
        label={t('segmentation:shortest')}
        value={shortest}
        min={SHORTEST.least}
        max={SHORTEST.most}
        step={0.1}
        shown={t('segmentation:seconds', { seconds: shortest.toFixed(1) })}
        onChange={(value) => draft.setRule({ shortest: Math.round(value * 10) / 10 })}
      />
      <Switch label={t('segmentation:trims')} checked={trims} onChange={(next) => draft.setRule({ trims: next })} />
    </section>
  );
});
