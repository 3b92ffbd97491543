import { useEffect } from 'react';

import { observer } from '#core/web/react/observer.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';

import type { Material } from '#plugins/materials/calls.ts';
import { BadgesStore } from './BadgesStore.ts';
import './Badges.css';

/** Most badges of a material. */
const MAX_BADGES = 3;

/** What other features say of a material, as small tags; it is asked for while this is drawn. */
export const Badges = observer(function Badges({ material }: { material: Material }) {
  const t = useText();
  const { asked } = useStore(BadgesStore);
  useEffect(() => asked.see(material), [asked, material]);
  return [...asked.of(material.id)].slice(0, MAX_BADGES).map(([key, { text, about, params }]) => (
    <span key={key} className="rp-badge" role="img" aria-label={t(about, params)} title={t(about, params)}>
      {t(text, params)}
    </span>
  ));
});
