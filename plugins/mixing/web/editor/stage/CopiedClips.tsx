import { pictureOf } from '#core/contract/picture.ts';
import { observer } from '#core/web/react/observer.ts';
import { useText } from '#core/web/react/use-text.ts';

import type { Copying } from '#plugins/mixing/copying.ts';
import { useEditor } from '../store/use-editor.ts';

/** How many clips are copied without encoding them, which makes them quick, and why the others are not. */
export const CopiedClips = observer(function CopiedClips() {
  const t = useText();
  const { measurement, materials, project } = useEditor();
  const { width, height, fps } = pictureOf(project.ratio, project.resolution);
  const wanted = { codec: 'H.264', size: `${width} × ${height}`, rate: String(fps) } as const;
  const clips = (measurement.measured?.copying ?? []).flatMap(({ material, hindrances }) => {
    const name = materials.get(material)?.name;
    return name === undefined ? [] : [{ material, name, hindrances }];
  });
  if (clips.length === 0) return null;
  const reasonOf = ({ kind, is }: Copying['hindrances'][number]): string =>
    kind === 'codec' || kind === 'size' || kind === 'rate'
      ? t(`mixing:editor.copying-${kind}`, { is, wanted: wanted[kind] })
      : t(`mixing:editor.copying-${kind}`);
  const encoded = clips.filter(({ hindrances }) => hindrances.length > 0);
  return (
    <details className="rp-ed-yield__clips">
      <summary>{t('mixing:editor.copying', { copied: clips.length - encoded.length, clips: clips.length })}</summary>
      <p className="rp-ed-about">{t('mixing:editor.copying-about')}</p>
      <ul>
        {encoded.map(({ material, name, hindrances }) => (
          <li key={material}>
            {t('mixing:editor.copying-clip', {
              name,
              reasons: hindrances.map(reasonOf).join(t('mixing:editor.copying-and')),
            })}
          </li>
        ))}
      </ul>
    </details>
  );
});
