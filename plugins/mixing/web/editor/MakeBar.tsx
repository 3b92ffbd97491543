import { Button } from '#core/web/components/Button.tsx';
import { Icon } from '#core/web/components/Icon.tsx';
import { IconButton } from '#core/web/components/IconButton.tsx';
import { failureText } from '#core/web/http/failure-text.ts';
import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';
import { ROUTER } from '#core/web/router/router.ts';
import { CostNote } from '#core/web/tools/CostNote.tsx';
import { NumberField } from '#core/web/ui/NumberField.tsx';

import { describeMissingGlyphs } from '#plugins/mixing/glyphs.ts';
import { MIX_TOOL } from '#plugins/mixing/mix-settings.ts';
import { MAX_OUTPUTS } from '#plugins/mixing/project.ts';
import { middleOf } from '../parts/range-text.ts';
import { Editable } from './fields/Editable.tsx';
import { useLockWords } from './fields/use-lock-words.ts';
import { PRESETS } from './store/RunPanel.ts';
import { useEditor } from './store/use-editor.ts';
import './MakeBar.css';

/** How many videos, what stands against them, and the one button that makes them. */
export const MakeBar = observer(function MakeBar() {
  const t = useText();
  const i18n = useService(I18N);
  const router = useService(ROUTER);
  const store = useEditor();
  const { run, measurement, rules, isAlarmed, saving, yields } = store;
  const { possible, makes, unusableGroup } = yields;
  const { count } = run;
  const { measured } = measurement;
  const lock = useLockWords();
  const make = usePluginCallback(async () => {
    const id = await store.make();
    if (id !== null) await router.go(`/mixedCut/run/${id}`);
  });
  const unusable = store.project.groups[unusableGroup];
  const [broken] = rules;
  const made = measured?.made ?? 0;

  return (
    <section className="rp-ed-make rp-page-bar" aria-label={t('mixing:editor.make-panel')}>
      <div className="rp-ed-make__count">
        <Editable>
          <span id="rp-ed-count">{t('mixing:editor.count')}</span>
          <IconButton
            icon="minus"
            size="small"
            label={t('mixing:editor.fewer')}
            disabled={count <= 1}
            onClick={() => run.setCount(Math.max(1, count - (count > run.freeOutputs ? 10 : 1)))}
          />
          <NumberField labelledBy="rp-ed-count" value={count} buttons={false} onChange={run.setCount} />
          <IconButton
            icon="plus"
            size="small"
            label={t('mixing:editor.more')}
            disabled={count >= MAX_OUTPUTS}
            onClick={() => run.setCount(Math.min(MAX_OUTPUTS, count + (count >= run.freeOutputs ? 10 : 1)))}
          />
          <div className="rp-ed-make__presets" role="group" aria-label={t('mixing:editor.presets')}>
            {PRESETS.map((preset) => (
              <Button key={preset} size="small" aria-pressed={preset === count} onClick={() => run.setCount(preset)}>
                {preset}
              </Button>
            ))}
          </div>
        </Editable>
      </div>
      <div className="rp-ed-make__facts" aria-live="polite">
        {lock !== null ? (
          <p className="rp-ed-make__caution">
            <Icon name="lock" size={16} /> {lock}
          </p>
        ) : run.isWaiting ? (
          <p className="rp-ed-make__caution" role="status">
            {t('mixing:editor.make-offline')}
          </p>
        ) : run.isImpossible ? (
          <p className="rp-ed-fault" role="alert">
            {t('mixing:editor.count-impossible', { most: i18n.count(MAX_OUTPUTS) })}
          </p>
        ) : broken !== undefined && isAlarmed ? (
          <Button
            variant="quiet"
            size="small"
            icon="warning"
            className="rp-ed-make__fault"
            onClick={() => store.work.goTo(broken.path)}
          >
            {t(broken.code, broken.params)}
          </Button>
        ) : unusable !== undefined ? (
          <Button
            variant="quiet"
            size="small"
            icon="warning"
            className="rp-ed-make__fault"
            onClick={() => store.work.goTo(`groups.${unusableGroup}.materials`)}
          >
            {t('mixing:editor.group-unusable', { group: unusable.name || String(unusableGroup + 1) })}
          </Button>
        ) : run.failure !== null ? (
          <p className="rp-ed-fault" role="alert">
            {failureText(run.failure, t)}
          </p>
        ) : saving.state === 'failed' && isAlarmed ? (
          <p className="rp-ed-fault">{t('mixing:editor.make-unsaved')}</p>
        ) : (
          measured !== null && measured.rows.length > 0 && <Cautions />
        )}
        {makes > 0 && <CostNote tool={MIX_TOOL} extent={{ outputs: makes }} onShown={run.showCost} />}
        {run.isLocked && lock === null && (
          <Button variant="quiet" size="small" icon="lock" className="rp-ed-make__lock" onClick={() => run.unlock()}>
            {t('mixing:editor.locked', { most: run.freeOutputs })}
          </Button>
        )}
      </div>
      <Button
        variant="primary"
        size="large"
        busy={run.isStarting || run.isWaiting}
        disabled={lock !== null || possible === 0 || run.isImpossible || unusable !== undefined}
        onClick={make}
      >
        {possible === 0
          ? t(made > 0 ? 'mixing:editor.make-all-made' : 'mixing:editor.make-none', { made: i18n.count(made) })
          : t(makes < count ? 'mixing:editor.make-possible' : 'mixing:editor.make', { count: i18n.count(makes) })}
      </Button>
    </section>
  );
});

/** Whether there is enough of everything. */
const Cautions = observer(function Cautions() {
  const t = useText();
  const i18n = useService(I18N);
  const { measured } = useEditor().measurement;
  if (measured === null) return null;
  const { estimate } = measured;
  const missing = describeMissingGlyphs(measured.glyphs);
  const isFull = estimate.left !== null && middleOf(estimate.bytes) > estimate.left;
  return (
    <>
      {missing !== null && <p className="rp-ed-make__caution">{t('mixing:glyphs-missing-there', missing)}</p>}
      {isFull && (
        <p className="rp-ed-make__caution">{t('mixing:editor.no-space', { left: i18n.bytes(estimate.left ?? 0) })}</p>
      )}
    </>
  );
});
