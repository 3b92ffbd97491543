import { useEffect, useState } from 'react';

import { playerInput } from '#core/web/player/player-input.ts';
import { VideoPlayer } from '#core/web/player/VideoPlayer.tsx';
import { useStore } from '#core/web/react/use-store.ts';

import type { Material } from '#plugins/materials/calls.ts';
import { MaterialFeed } from '../list/MaterialFeed.ts';
import { PlayButton } from '../view/PlayButton.tsx';
import { Waveform } from '../view/Waveform.tsx';

/** Shows or plays a material in place. */
export function MaterialPlayer({ material }: { material: Material }) {
  const { kind, name, url, width, height } = material;
  if (kind === 'music') {
    return (
      <div className="rp-details__sound">
        <PlayButton material={material} isStop />
        <Waveform material={material} bars={120} />
      </div>
    );
  }
  if (kind === 'video') return <Video key={url} material={material} />;
  const shape = width === null || height === null ? undefined : { aspectRatio: `${width} / ${height}` };
  return (
    <div className="rp-details__screen" style={shape}>
      <img src={url} alt={name} draggable={false} />
    </div>
  );
}

function Video({ material }: { material: Material }) {
  const feed = useStore(MaterialFeed);
  const { id, name, url, poster } = material;
  const [isBroken, setBroken] = useState(false);
  // Its address may have expired.
  useEffect(() => {
    if (isBroken) feed.hear([id]);
  }, [isBroken, feed, id]);
  const input = playerInput(url);
  if (input === null) return null;
  return (
    <div className="rp-details__video" onErrorCapture={() => setBroken(true)}>
      <VideoPlayer input={input} options={{ title: name }} poster={poster ?? undefined} />
    </div>
  );
}
