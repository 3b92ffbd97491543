import { observer, useText } from '@reelport/core';
import type { CSSProperties } from 'react';

import type { KitFields } from '../calls.ts';
import { letterSize, withWatermark } from './brand-cover.ts';

/** A cover with a title in a kit's style. @param scale percent */
export const CoverPreview = observer(function CoverPreview({ kit, scale }: { kit: KitFields; scale: number }) {
  const t = useText();
  const style = {
    '--bk-color': kit.color,
    '--bk-outline': kit.outlineColor,
    '--bk-size': letterSize(kit.size, scale) / 10,
    '--bk-position': kit.position,
  } as CSSProperties;
  return (
    <figure className="bk-preview">
      <div className="bk-cover" role="img" aria-label={t('brand-kit:preview.label')} style={style}>
        <p aria-hidden="true">{withWatermark(t('brand-kit:preview.title'), kit.watermark)}</p>
      </div>
      <figcaption>{t('brand-kit:preview.about')}</figcaption>
    </figure>
  );
});
