import { observer } from '#core/web/react/observer.ts';
import { useText } from '#core/web/react/use-text.ts';
import type { FrameGrid } from '#core/web/studio/StudioPlayer.tsx';
import { Timeline } from '#core/web/studio/Timeline.tsx';

import type { Material } from '#plugins/materials/api.ts';
import { SHORTEST_MATERIAL } from '#plugins/mixing/project.ts';
import type { MixWindow } from '../store/edit-project.ts';

/** The stretches of a clip, and how they are changed. */
export interface ClipWindows {
  material: Material;
  windows: readonly MixWindow[];
  /** One of them is about to be changed. */
  workOn(index: number): void;
  /** Absent where nothing may be changed. */
  change?: ((index: number, window: MixWindow) => void) | undefined;
}

interface WindowTimelineProps extends ClipWindows {
  /** Seconds that the clip lasts. */
  duration: number;
  /** Which of them is shown, while it is played. */
  time?: number;
  /** When the clip shows its frames, once that is known. */
  grid?: FrameGrid;
  seek?(seconds: number): void;
}

/** A clip from end to end, with the stretches that are used. */
export const WindowTimeline = observer(function WindowTimeline(properties: WindowTimelineProps) {
  const { material, windows, workOn, change, duration, time, grid, seek } = properties;
  const t = useText();
  return (
    <Timeline
      label={t('mixing:editor.trim')}
      {...{ duration, time, grid }}
      sprite={material.sprite}
      peaks={material.peaks}
      ranges={windows.map((window, index) => ({
        ...{ ...window, id: String(index) },
        name: t('mixing:editor.window', { number: index + 1 }),
      }))}
      least={SHORTEST_MATERIAL}
      onSeek={seek}
      onFocus={(id) => workOn(Number(id))}
      onRange={change && ((id, window) => change(Number(id), window))}
    />
  );
});
