import { useState } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { Icon } from '#core/web/components/Icon.tsx';
import { LazyImage } from '#core/web/components/LazyImage.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useText } from '#core/web/react/use-text.ts';

import type { ShownCertificate } from '#plugins/mixing/certificate.ts';
import { stillOf } from '../parts/still-of.ts';
import { useMaterials } from '../parts/use-materials.ts';
import './MaterialUses.css';

/** How many are listed at first. */
const FIRST = 24;

/** How often each clip is used. */
export const MaterialUses = observer(function MaterialUses({ materials }: Pick<ShownCertificate, 'materials'>) {
  const t = useText();
  const [isWhole, setWhole] = useState(false);
  const sorted = materials.toSorted((a, b) => b.uses - a.uses);
  const shown = isWhole ? sorted : sorted.slice(0, FIRST);
  const found = useMaterials(shown.map(({ material }) => material));
  const most = sorted[0]?.uses ?? 0;
  const least = sorted.at(-1)?.uses ?? 0;
  return (
    <section>
      <h2>{t('mixing:certificate.materials')}</h2>
      <p className="rp-certificate__about">
        {t(most === least ? 'mixing:certificate.materials-about-even' : 'mixing:certificate.materials-about', {
          ...{ materials: materials.length, least, most },
        })}
      </p>
      <ul className="rp-uses">
        {shown.map(({ material, name, uses }) => {
          const known = found.get(material);
          const still = stillOf(known);
          return (
            <li key={material}>
              <span className="rp-uses__picture">
                {still === null ? (
                  <Icon name="film" size={16} />
                ) : (
                  <LazyImage src={still} fallback={<Icon name="film" size={16} />} />
                )}
              </span>
              <span className="rp-uses__name" title={name ?? undefined}>
                {name ?? known?.name ?? t('mixing:difference.material-gone')}
              </span>
              <span className="rp-uses__bar" aria-hidden="true">
                <i style={{ inlineSize: `${most === 0 ? 0 : (uses / most) * 100}%` }} />
              </span>
              <span className="rp-uses__count">{t('mixing:certificate.times', { count: uses })}</span>
            </li>
          );
        })}
      </ul>
      {sorted.length > shown.length && (
        <Button size="small" onClick={() => setWhole(true)}>
          {t('mixing:difference.materials-more', { count: sorted.length - shown.length })}
        </Button>
      )}
    </section>
  );
});
