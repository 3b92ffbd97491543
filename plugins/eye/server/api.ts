import type { Box } from '#core/contract/reframe.ts';
import type { TextCue } from '#core/contract/text-cue.ts';
import { serverToken } from '#core/server/plugins/server-token.ts';
import type { NodeSource } from '#core/server/services/media/node-source.ts';

/** A language that is read. */
export interface EyeLanguage {
  /** BCP 47 tag. */
  language: string;
  /** It is read with so many mistakes that a person has to look at it. */
  draft: boolean;
}

/** What is read, and how. */
export interface ReadTextOptions {
  /** BCP 47 tag of the language that is read; Chinese and English are always read together. */
  language: string;
  /** The part of the upright picture that is read; all of it by default. */
  area?: Box;
  /** Cancels the work; the processes that do it have ended when the call fails. */
  signal?: AbortSignal;
  /** The share that is done, 0 to 1, and the seconds left if that is known. */
  onProgress?: (done: number, secondsLeft: number | null) => void;
}

/** Who has read something. */
export interface ReadBy {
  /** Id of the service, as operators see it. */
  engine: string;
  /** It reads this language with so many mistakes that a person has to look at it. */
  draft: boolean;
}

/** The text of a video. */
export interface VideoText extends ReadBy {
  /** In order of their beginning; several may be seen at once. */
  cues: readonly TextCue[];
}

/** A line of text in a picture. */
export interface TextLine {
  /** In shares of the upright picture's sides. */
  box: Box;
  text: string;
  /** How sure the engine is, 0 to 1. */
  confidence: number;
}

/** The text of a picture. */
export interface PictureText extends ReadBy {
  /** From top to bottom. */
  lines: readonly TextLine[];
}

/**
 * Reads the text in videos and pictures, by the services that operators have chosen for it. What was read of the same
 * bytes is known from then on: asking again answers at once.
 */
export interface Eye {
  /** What the services in use read; empty when none can be used. */
  languages(): Promise<readonly EyeLanguage[]>;
  /**
   * Reads a whole video. Call it in a job: a minute of video takes some seconds.
   * @throws expected `eye:language` (422) for a language that nothing in use reads, `core:provider.none-picture-text`
   *   (503), `core:media.broken`, `eye:failed` (503); ProviderFailure; AbortError
   */
  readVideo(source: NodeSource, options: ReadTextOptions): Promise<VideoText>;
  /** What is known of a video without any work; null when it was not read yet. @throws as {@link Eye.readVideo} */
  recallVideo(source: NodeSource, options: Pick<ReadTextOptions, 'language' | 'area'>): Promise<VideoText | null>;
  /** Reads a picture: PNG, JPEG or WebP. @throws as {@link Eye.readVideo}, and `core:provider.not-a-picture` (422) for what is none */
  readPicture(source: NodeSource, options: ReadTextOptions): Promise<PictureText>;
}

/** The eye. */
export const EYE = serverToken<Eye>('eye.text', 1);
