import { Button } from '#core/web/components/Button.tsx';
import { Icon } from '#core/web/components/Icon.tsx';
import { FEATURE_GATE } from '#core/web/features/feature-gate.ts';
import { lockOfPlugin } from '#core/web/lock.ts';
import { PLUGINS } from '#core/web/plugins/plugins.ts';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';

import { removeEffects } from './store/edit-project.ts';
import { useEditor } from './store/use-editor.ts';

/** Says which effects of the project cannot be used and how to go on; the rest of it is not touched. */
export const EffectBar = observer(function EffectBar() {
  const t = useText();
  const features = useService(FEATURE_GATE);
  const plugins = useService(PLUGINS);
  const store = useEditor();
  const { problems } = store.preview.effects;
  const [first] = problems;
  if (first === undefined || store.lock !== null) return null;
  const same = problems.filter(({ title, reason }) => title === first.title && reason === first.reason);
  const entry = plugins.find(first.plugin)?.entry;
  const lock = first.reason === 'locked' && entry !== undefined ? lockOfPlugin(entry) : null;
  const groups = same.map(({ group }) => group.name).join(t('mixing:editor.others-and'));
  return (
    <div className="rp-ed-conflict" role="status" data-effect={first.reason}>
      <Icon name={first.reason === 'locked' ? 'lock' : 'warning'} size={16} />
      <p>{t(`mixing:effect.bar-${first.reason}`, { effect: first.title, groups })}</p>
      {lock !== null && (
        <Button size="small" onClick={() => features.offerUpgrade(lock)}>
          {t('mixing:editor.library-unlock')}
        </Button>
      )}
      <Button size="small" onClick={() => store.edit(removeEffects(new Set(same.map(({ group }) => group.id))))}>
        {t('mixing:effect.remove')}
      </Button>
    </div>
  );
});
