import { Icon } from '#core/web/components/Icon.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { PlainButton } from '#core/web/components/PlainButton.tsx';

import type { Material } from '#plugins/materials/calls.ts';
import { SoundBox } from '../parts/SoundBox.ts';

/** Plays a piece of music and pauses it. @param isStop whether the tab key stops here; in lists the list does */
export const PlayButton = observer(function PlayButton({ material, isStop }: { material: Material; isStop: boolean }) {
  const t = useText();
  const box = useStore(SoundBox);
  const { id, name } = material;
  const isBroken = box.isBroken && box.id === id;
  const label = t(isBroken ? 'materials:play-failed' : box.plays(id) ? 'materials:pause' : 'materials:play', { name });
  return (
    <PlainButton
      className="rp-play"
      data-broken={isBroken || undefined}
      tabIndex={isStop ? 0 : -1}
      aria-label={label}
      title={label}
      onClick={(event) => {
        event.stopPropagation();
        box.toggle(material);
      }}
    >
      <Icon name={isBroken ? 'warning' : box.plays(id) ? 'pause' : 'play'} size={16} />
    </PlainButton>
  );
});
