import { useEffect } from 'react';

import { observer } from '#core/web/react/observer.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';

import type { Material } from '#plugins/materials/calls.ts';
import { BadgesStore } from './BadgesStore.ts';
import './Badges.css';

/** What other features say of a material, as small tags; it is asked for while this is drawn. */
export const Badges = observer(function Badges({ material }: { material: Material }) {
  const t = useText();
  const store = useStore(BadgesStore);
  useEffect(() => store.see(material), [store, material]);
  return store.of(material.id).map(({ key, badge: { text, about, params } }) => (
    <span key={key} className="rp-badge" role="img" aria-label={t(about, params)} title={t(about, params)}>
      {t(text, params)}
    </span>
  ));
});
