import { Icon } from '#core/web/components/Icon.tsx';
import { ProgressBar } from '#core/web/components/ProgressBar.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useText } from '#core/web/react/use-text.ts';

import { useSampleFilling } from './board/use-sample-filling.ts';

/** Says that the sample project is still being filled, and how far it is. */
export const SampleBar = observer(function SampleBar() {
  const t = useText();
  const filling = useSampleFilling();
  if (filling === null) return null;
  return (
    <div className="rp-ed-conflict" role="status" data-sample="">
      <Icon name={filling === 'failed' ? 'warning' : 'film'} size={16} />
      <p>{t(filling === 'failed' ? 'mixing:editor.sample-failed' : 'mixing:editor.sample-filling')}</p>
      {filling !== 'failed' && <ProgressBar value={filling} label={t('mixing:editor.sample-filling')} />}
    </div>
  );
});
