import type { CaptionStyle, CaptionTrack } from '#plugins/mixing/captions.ts';
import type { Fit, Picture } from '#core/contract/picture.ts';
import type { Transition } from '#plugins/mixing/transitions.ts';

import type { DrawnShot, EffectDrawing } from '#plugins/mixing/api.ts';
import type { CaptionFonts } from './caption-fonts.ts';

/** What a plugin does to the pictures of a shot. */
export interface PreviewEffect {
  /** Null where only the server can show it. */
  draw: EffectDrawing['draw'] | null;
  params: DrawnShot['params'];
}

/** One shot as the browser plays it. */
export interface PreviewShot {
  /** The material’s bytes; ranges work. */
  url: string;
  /** Seconds of the material. */
  window: { start: number; end: number };
  /** Frames of the output that it lasts, blended ones included. */
  frames: number;
  /** Frames that it shares with the next shot; 0 for a hard cut. */
  blendAfter: number;
  transition: Transition | null;
  speed: number;
  mirror: boolean;
  keepSound: boolean;
  /** Shown while it plays; empty for none. */
  text: string;
  effect: PreviewEffect | null;
}

/** Sound beside the shots. */
export interface PreviewSound {
  url: string;
  /** 1 is the file’s own level. */
  volume: number;
}

/** Everything that a preview shows: data, and what draws effects. */
export interface PreviewComposition {
  picture: Picture;
  fit: Fit;
  shots: readonly PreviewShot[];
  /** Brings shots that keep their sound to one loudness. */
  evenSound: boolean;
  textStyle: CaptionStyle;
  /** Repeated for as long as the picture runs. */
  music: (PreviewSound & { fadeIn: number; fadeOut: number; duck: boolean }) | null;
  voice: PreviewSound | null;
  /** Title and subtitles, in seconds of the output. */
  captions: readonly CaptionTrack[];
  /** What all its texts are drawn with. */
  fonts: CaptionFonts;
}

/** A part that is repeated while somebody works on it, in seconds of the output. */
export interface RepeatedPart {
  start: number;
  end: number;
  /** Where the picture rests in the end. */
  rest: number;
}

/** What an engine is at. */
export type PreviewState = 'empty' | 'loading' | 'ready' | 'playing' | 'failed';

/** Engines that read the same open files. */
export interface PreviewStudio {
  /** Decodes the first picture of a composition, ahead of the engine that is to show it. */
  prepare(composition: PreviewComposition): void;
  /** Makes an engine that draws on a canvas. */
  engineOn(canvas: HTMLCanvasElement): PreviewEngine;
  /** Closes the files; its engines are to be disposed before. */
  dispose(): void;
}

/**
 * Plays compositions on a canvas without the server: pictures decoded by WebCodecs, transitions and captions drawn,
 * sound mixed. Times are seconds of the output. Not observable: `changed` tells.
 */
export interface PreviewEngine {
  readonly state: PreviewState;
  /** Whether it plays a part over and over. */
  readonly isRepeating: boolean;
  readonly time: number;
  readonly duration: number;
  /** Why it failed, for the console; the page says it in its own words. */
  readonly error: unknown;
  /** Shows another composition from its beginning, or from `at`; what both share stays decoded. */
  load(composition: PreviewComposition, at?: number): Promise<void>;
  play(): Promise<void>;
  /** Plays a part some times over, without sound, then rests. */
  repeat(part: RepeatedPart): void;
  pause(): void;
  seek(time: number): Promise<void>;
  /** Called when state or time changed, at most once a frame. @returns stops calling */
  changed(listener: () => void): () => void;
  dispose(): void;
}
