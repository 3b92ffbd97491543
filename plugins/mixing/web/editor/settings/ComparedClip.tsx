import type { ReactNode } from 'react';

import { pictureOf } from '#core/contract/picture.ts';
import { observer } from '#core/web/react/observer.ts';
import { useText } from '#core/web/react/use-text.ts';
import { BeforeAfter } from '#core/web/studio/BeforeAfter.tsx';
import { LivePreview, type PreviewFrame } from '#core/web/studio/LivePreview.tsx';
import type { StudioPlayback } from '#core/web/studio/StudioPlayer.tsx';

import type { MixGroup } from '#plugins/mixing/project.ts';
import { drawShot, type ShotLook } from '#plugins/mixing/web/preview/draw-shot.ts';
import type { MixWindow } from '../store/edit-project.ts';
import { useEditor } from '../store/use-editor.ts';
import { shotAt } from './windows.ts';

interface ComparedClipProps {
  playback: StudioPlayback;
  /** In whose look it is shown. */
  group: MixGroup;
  name: string;
  /** Seconds of the clip. */
  length: number;
  windows: readonly MixWindow[];
  /** The picture of the player. */
  children: ReactNode;
}

/** A clip as it is, against what the videos show of it: framed, mirrored, with the effect and the text of its group. */
export const ComparedClip = observer(function ComparedClip(properties: ComparedClipProps) {
  const { playback, group, name, length, windows, children } = properties;
  const t = useText();
  const { project, preview } = useEditor();
  const { fit, textStyle, shotSeconds } = project;
  const { mirror, speed, text } = group;
  const look: ShotLook = {
    ...{ picture: pictureOf(project.ratio, project.resolution), fit, mirror, text, textStyle },
    ...{ effect: preview.effects.previewOf(group.effect), fonts: preview.fonts.loaded },
  };
  const draw = (pen: CanvasRenderingContext2D, { picture, source, time }: PreviewFrame): void => {
    const shot = shotAt(time, { windows, length, shotSeconds });
    const inFrames = (seconds: number): number => (seconds / speed) * look.picture.fps;
    drawShot(
      pen,
      {
        ...{ displayWidth: source.width, displayHeight: source.height },
        draw: (to, x, y, width, height) => to.drawImage(picture, x, y, width, height),
      },
      look,
      shot && {
        frame: Math.floor(inFrames(time - shot.start)),
        frames: Math.max(1, Math.round(inFrames(shot.end - shot.start))),
      },
    );
  };
  // There is nothing to paint from where the browser shows no picture of it.
  const canPaint = !playback.hasFailed && !playback.isPictureless;
  return (
    <BeforeAfter
      label={t('mixing:editor.compared', { name })}
      before={children}
      after={canPaint ? <LivePreview playback={playback} draw={draw} /> : null}
      shape={look.picture}
    />
  );
});
