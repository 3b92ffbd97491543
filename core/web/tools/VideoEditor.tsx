import { useState, type ReactNode } from 'react';

import { observer } from '../react/observer.ts';
import { wholeRange } from '../studio/playback/range.ts';
import {
  StudioPlayer,
  useStudioPlayback,
  type StudioPlayback,
  type TimeRange,
  type UsedPlaybackOptions,
} from '../studio/StudioPlayer.tsx';
import { Timeline, type TimelineProps } from '../studio/Timeline.tsx';
import type { EditedVideo } from './edited-video.ts';
import './VideoEditor.css';

export { EditorPart, type EditorPartProps } from './EditorPart.tsx';
export { pictureSize, type EditedVideo } from './edited-video.ts';

/** A video that is open in an editor. */
export interface OpenVideo {
  readonly video: EditedVideo;
  readonly playback: StudioPlayback;
  /** The address that is played. */
  readonly url: string;
}

/**
 * Opens a video for the editor that is drawn for it; another video takes another editor, with a `key`.
 * @param options in and out, where they are kept in the settings of the tool
 */
export function useOpenVideo(
  video: EditedVideo,
  options: Pick<UsedPlaybackOptions, 'range' | 'onRange'> = {},
): OpenVideo {
  // Every answer signs the address again, and a new one would load the same video again.
  const [url] = useState(video.url);
  const playback = useStudioPlayback(url, { seconds: video.seconds ?? 0, ...options });
  return { video, playback, url };
}

/** Seconds of a video: those of its file, and those of the library until its file tells. */
export function secondsOf({ video, playback }: OpenVideo): number {
  return playback.duration || (video.seconds ?? 0);
}

export interface OpenVideoPlayerProps {
  open: OpenVideo;
  /** Between picture and buttons: usually a {@link VideoTimeline}. */
  timeline: ReactNode;
  /** Covers the picture, such as with boxes; it draws `screen` in its middle. */
  children?: ((screen: ReactNode) => ReactNode) | undefined;
}

/** Plays an open video to the frame, for pages that are laid out otherwise than a {@link VideoEditor}. */
export function OpenVideoPlayer({ open, timeline, children }: OpenVideoPlayerProps) {
  const { video, playback, url } = open;
  return (
    <StudioPlayer {...{ playback, url, timeline }} label={video.name} poster={video.poster} sprite={video.sprite}>
      {children}
    </StudioPlayer>
  );
}

export interface VideoEditorProps {
  open: OpenVideo;
  /** Covers the picture, such as with boxes; it draws `screen` in its middle. */
  stage?(screen: ReactNode): ReactNode;
  /** Between picture and buttons: usually a {@link VideoTimeline}. */
  timeline: ReactNode;
  /** Below the buttons, such as what is done at the shown frame. */
  below?: ReactNode;
  /** What `children` are: settings stay beside the picture as long as there is room, a long list goes below it sooner. */
  panel?: 'settings' | 'list';
  /** Beside the picture: usually {@link EditorPart}s. Without it, the picture has all the room. */
  children?: ReactNode;
}

/**
 * The editor of one video on the page of a tool: its name, its picture to the frame, its time, and its settings.
 * @example
 * const open = useOpenVideo(material);
 * return (
 *   <VideoEditor open={open} timeline={<VideoTimeline open={open} label={t('blur:timeline')} />}>
 *     <EditorPart title={t('blur:strength')}>…</EditorPart>
 *   </VideoEditor>
 * );
 */
export function VideoEditor({ open, stage, timeline, below, panel = 'settings', children }: VideoEditorProps) {
  const { name } = open.video;
  return (
    <div className="rp-video-editor" data-panel={children === undefined ? 'none' : panel}>
      <h2 title={name}>{name}</h2>
      <div className="rp-video-editor__stage">
        <OpenVideoPlayer open={open} timeline={timeline}>
          {stage}
        </OpenVideoPlayer>
        {below !== undefined && <div className="rp-video-editor__below">{below}</div>}
      </div>
      {children !== undefined && <div className="rp-video-editor__panel">{children}</div>}
    </div>
  );
}

/** Part of a video that a setting is for. */
export interface VideoWindow {
  id: string;
  name: string;
  /** Seconds; null is all of the video. */
  window: TimeRange | null;
}

export interface VideoTimelineProps extends Omit<
  TimelineProps,
  'duration' | 'time' | 'grid' | 'sprite' | 'peaks' | 'onSeek'
> {
  open: OpenVideo;
  /** In place of `ranges`: those that may be all of the video. */
  windows?: readonly VideoWindow[];
  /** Called with every movement of a window; null where it became all of the video. */
  onWindow?(id: string, window: TimeRange | null): void;
}

/** The time of the video in an editor, with its pictures, its sound and where the player is. */
export const VideoTimeline = observer(function VideoTimeline(properties: VideoTimelineProps) {
  const { open, windows = [], onWindow, ...rest } = properties;
  const { video, playback } = open;
  const { time, grid } = playback;
  const duration = secondsOf(open);
  // Where no length is known, a window that is all of the video has no end.
  const known = duration === 0 ? [] : windows;
  return (
    <Timeline
      ranges={known.map(({ id, name, window }) => ({ id, name, ...(window ?? wholeRange(duration)) }))}
      onRange={onWindow && ((id, next) => onWindow(id, next.start <= 0 && next.end >= duration ? null : next))}
      {...rest}
      {...{ duration, time, grid }}
      sprite={video.sprite}
      peaks={video.peaks}
      onSeek={playback.seek}
    />
  );
});
