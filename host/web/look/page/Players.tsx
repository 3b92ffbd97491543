import { constantGrid, StudioPlayback, StudioPlayer } from '#core/web/studio/StudioPlayer.tsx';

import { Section, State } from './Section.tsx';
import { FOOTAGE } from './footage.ts';

function playback(set?: (playback: StudioPlayback) => void): StudioPlayback {
  const made = new StudioPlayback({ frames: constantGrid(29.97) });
  made.setDuration(75.4);
  set?.(made);
  return made;
}

const STANDING = playback();
const RANGED = playback((made) => {
  made.setRange({ start: 12, end: 48.5 });
  made.setLoop(true);
  made.setMuted(true);
});
const BROKEN = playback((made) => made.heardFault());

/** The player of video tools, in every state. */
export function Players() {
  const player = { url: 'data:,', label: '灯塔.mp4' };
  const picture = () => <img src={FOOTAGE} alt="" style={{ inlineSize: '100%' }} />;
  return (
    <Section title="StudioPlayer">
      <State name="standing still">
        <StudioPlayer {...player} playback={STANDING}>
          {picture}
        </StudioPlayer>
      </State>
      <State name="in and out, repeated, muted">
        <StudioPlayer {...player} playback={RANGED}>
          {picture}
        </StudioPlayer>
      </State>
      <State name="cannot be played">
        <StudioPlayer {...player} playback={BROKEN}>
          {picture}
        </StudioPlayer>
      </State>
    </Section>
  );
}
