import { observer } from '#core/web/react/observer.ts';
import { useText } from '#core/web/react/use-text.ts';

import { useEditor } from '../store/use-editor.ts';

/** Clips that show some of the same footage, by name: what they have in common counts once. */
export const AlikeClips = observer(function AlikeClips() {
  const t = useText();
  const { measurement, materials } = useEditor();
  const pairs = (measurement.measured?.alike ?? []).flatMap(({ material, like }) => {
    const [name, other] = [materials.get(material)?.name, materials.get(like)?.name];
    return name === undefined || other === undefined ? [] : [{ key: `${material} ${like}`, name, other }];
  });
  if (pairs.length === 0) return null;
  return (
    <details className="rp-ed-yield__clips">
      <summary>{t('mixing:editor.yield-alike', { count: pairs.length })}</summary>
      <ul>
        {pairs.map(({ key, name, other }) => (
          <li key={key}>{t('mixing:editor.yield-alike-pair', { name, like: other })}</li>
        ))}
      </ul>
    </details>
  );
});
