import { Icon } from '#core/web/components/Icon.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useText } from '#core/web/react/use-text.ts';

import { useEditor } from './store/use-editor.ts';

/** Who else has the project open. */
export const OthersHere = observer(function OthersHere() {
  const t = useText();
  const { browsers } = useEditor().others;
  if (browsers.length === 0) return null;
  const named = [...new Set(browsers.filter((browser) => browser !== ''))];
  const text =
    named.length === 0
      ? t('mixing:editor.others', { count: browsers.length })
      : t('mixing:editor.others-on', { count: browsers.length, browsers: named.join(t('mixing:editor.others-and')) });
  return (
    <p className="rp-ed-head__others" role="status" title={t('mixing:editor.others-note')}>
      <Icon name="person" size={16} />
      <span>{text}</span>
    </p>
  );
});
