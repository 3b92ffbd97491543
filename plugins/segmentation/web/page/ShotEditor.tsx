import type { KeyboardEvent } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { IconButton } from '#core/web/components/IconButton.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { frameAt, frameStart, type StudioPlayback } from '#core/web/studio/StudioPlayer.tsx';
import { useOpenVideo, VideoEditor } from '#core/web/tools/VideoEditor.tsx';
import { Notice } from '#core/web/ui/Notice.tsx';
import { Skeleton } from '#core/web/ui/Skeleton.tsx';
import { useReadOnly } from '#core/web/ui/ReadOnly.tsx';

import type { Rule, Shot } from '#plugins/segmentation/shots.ts';
import { SplitDraft, type SplitItem } from '../draft/SplitDraft.ts';
import { cutAt, joinAt, moveBoundary, withNotes } from '../draft/shot-edits.ts';
import type { VideoShots } from '../draft/VideoShots.ts';
import { ShotList } from './ShotList.tsx';
import { ShotTimeline } from './ShotTimeline.tsx';

/** The video that is shown: its picture, its time with the cuts, and its shots. Keyed by the video. */
export const ShotEditor = observer(function ShotEditor({ item: { id, material } }: { item: SplitItem }) {
  const draft = useStore(SplitDraft);
  const isReadOnly = useReadOnly();
  const open = useOpenVideo(material);
  const { playback } = open;
  const video = draft.shotsOf(id);
  const { rule } = draft;
  const shots = video?.shots(rule) ?? [];
  const shown = shotAt(shots, playback.time);

  const hearKey = (event: KeyboardEvent<HTMLElement>): void => {
    if (video === undefined || isReadOnly || isTyped(event)) return;
    const command = commandOf(event, { video, rule, playback, shots, shown });
    if (command === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    command();
  };
  return (
    // Keys of the cuts work wherever the focus is in here; what they do stands below the timeline.
    <div role="presentation" onKeyDownCapture={hearKey}>
      <VideoEditor
        open={open}
        panel="list"
        timeline={<ShotTimeline {...{ open, shots, video, rule }} />}
        below={
          <>
            <Finding {...{ id, video }} isPreparing={material.state === 'preparing'} />
            {video !== undefined && video.found !== null && <CutTools {...{ video, rule, playback, shown }} />}
          </>
        }
      >
        {video !== undefined && shots.length > 0 && (
          <ShotList {...{ video, rule, shots, playback, material }} shown={shown?.number ?? -1} />
        )}
      </VideoEditor>
    </div>
  );
});

/** What is done with the shown frame or its shot, and by which keys. */
const CutTools = observer(function CutTools({ video, rule, playback, shown }: Omit<Hands, 'shots'>) {
  const t = useText();
  const isReadOnly = useReadOnly();
  return (
    <div className="rp-split__tools">
      <Button
        size="small"
        icon="split"
        disabled={isReadOnly}
        onClick={() => video.change(rule, (edited) => cutAt(edited, frameStart(playback.grid, playback.frame)))}
      >
        {t('segmentation:cut-here')}
      </Button>
      <Button
        size="small"
        icon="pieces"
        disabled={isReadOnly || shown === undefined || shown.number === 0}
        onClick={() => shown !== undefined && video.change(rule, (edited) => joinAt(edited, shown.start))}
      >
        {t('segmentation:join')}
      </Button>
      <IconButton
        icon="undo"
        size="small"
        label={t('segmentation:undo')}
        disabled={!video.mayUndo}
        onClick={video.undo}
      />
      <IconButton
        icon="redo"
        size="small"
        label={t('segmentation:redo')}
        disabled={!video.mayRedo}
        onClick={video.redo}
      />
      <p>{t('segmentation:keys')}</p>
    </div>
  );
});

/** Whether somebody writes, so that letters are letters. */
function isTyped({ target }: KeyboardEvent): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
}

const shotAt = (shots: readonly Shot[], time: number): Shot | undefined =>
  shots.find(({ start, end }) => time >= start - 1e-4 && time < end - 1e-4) ?? shots.at(-1);

interface Hands {
  video: VideoShots;
  rule: Rule;
  playback: StudioPlayback;
  shots: readonly Shot[];
  shown: Shot | undefined;
}

/** What a key does to the cuts; undefined for keys of others. */
function commandOf(event: KeyboardEvent, { video, rule, playback, shots, shown }: Hands): (() => void) | undefined {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  if (ctrlKey || metaKey) {
    if (key.toLowerCase() === 'z') return shiftKey ? video.redo : video.undo;
    return key.toLowerCase() === 'y' ? video.redo : undefined;
  }
  if (altKey || shown === undefined) return undefined;
  const { time, grid, frame } = playback;
  const length = frameStart(grid, 1) - frameStart(grid, 0);
  const move = (frames: number) => (): void => {
    const to = frameStart(grid, frameAt(grid, shown.from) + frames);
    video.change(rule, (edited) => moveBoundary(edited, shown.start, to, length), `keys ${shown.number}`);
    playback.seek(to);
  };
  switch (key) {
    case 's':
    case 'S':
      return () => video.change(rule, (edited) => cutAt(edited, frameStart(grid, frame)));
    case 'Delete':
    case 'Backspace':
      return shown.number === 0 ? undefined : () => video.change(rule, (edited) => joinAt(edited, shown.start));
    case 'e':
    case 'E':
      return () => video.change(rule, ({ edit }) => withNotes(edit, shown.key, { isLeftOut: !shown.isLeftOut }));
    case '[':
      return () => playback.seek(time > shown.from + length / 2 ? shown.from : (shots[shown.number - 1]?.from ?? 0));
    case ']':
      return () => playback.seek(shots[shown.number + 1]?.from ?? playback.duration);
    case '{':
      return shown.number === 0 ? undefined : move(-1);
    case '}':
      return shown.number === 0 ? undefined : move(1);
    default:
      return undefined;
  }
}

/** What stands in the way of the shots, and what can be done about it. */
const Finding = observer(function Finding({
  id,
  video,
  isPreparing,
}: {
  id: string;
  video: VideoShots | undefined;
  isPreparing: boolean;
}) {
  const t = useText();
  const draft = useStore(SplitDraft);
  if (video?.state === 'failed') {
    return (
      <Notice
        kind="error"
        announce
        actions={
          <Button size="small" icon="refresh" onClick={() => void draft.lookAgain(id)}>
            {t('segmentation:look-again')}
          </Button>
        }
      >
        {video.error ?? t('segmentation:state.failed')}
      </Notice>
    );
  }
  if (video !== undefined && video.found !== null && video.state === 'found') return null;
  return (
    <div className="rp-split__finding" role="status">
      <p>{t(isPreparing ? 'segmentation:preparing' : 'segmentation:finding')}</p>
      <Skeleton shape="rows" count={4} soon />
    </div>
  );
});
