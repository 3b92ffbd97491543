import type { MessageParams } from '#core/contract/errors.ts';
import type { MessageKey } from '#core/contract/message-keys.ts';

import type { MissingGlyphs } from '#plugins/mixing/glyphs.ts';
import type { Estimate } from '#plugins/mixing/range.ts';
import type { Further } from '../plan/further-level.ts';
import type { PlacedShot } from '../render/plan-outputs.ts';

/** What planning found out that rendering needs. */
export interface RunPlan {
  /** Frames that neighbouring shots share, by group id. */
  blends: Record<string, number>;
  /** Length of the shortest output that can occur; the voice must fit into it. */
  shortestSeconds: number;
  /** Most shots that two outputs may have in common. */
  mostShared: number;
  /** How the plan was constructed, if known. */
  method?: string | null;
  /** The stricter limit that was asked for first, where its owner loosened it. */
  loosenedFrom?: number | null;
  /** What a looser limit would yield, where the run's own yields fewer than were wanted. */
  further?: Further | null;
  /** What making the videos of the last plan takes, as the editor told it. */
  estimate?: Estimate;
  /** Materials that show some of the same footage. */
  alike?: { material: string; like: string }[];
  /** Characters of its texts that no font has where it was planned. */
  glyphs?: MissingGlyphs;
  /** Symbols that turned out similar to another one after rendering. */
  lookalikes?: string[];
  /**
   * Symbols of the project's videos that the run's clips offer, each with the one that stands for it. Videos of other
   * runs that are made of these alone bind it: no plan could keep others apart.
   */
  offered?: Record<string, string>;
}

/** A material that a run could not use, and why. */
export interface RunRefusal {
  material: string;
  error: { code: MessageKey; params: MessageParams };
}

export interface OutputFacts {
  shots: PlacedShot[];
  /** With the sound's fingerprint, base64 of little-endian words. */
  made: {
    sha256: string;
    size: number;
    /** CRC-32 of the file, which a zip names; absent in rows that are older than it. */
    crc32?: number;
    seconds: number;
    /** Of its picture; absent in rows that are older than it. */
    width?: number;
    height?: number;
    parts: { key: string; frames: number }[];
    audio: string;
    /** In LU; absent in rows that are older than it. */
    loudnessRange?: number;
    /** Frames that are copies of a clip's; absent in rows that are older than it. */
    copied?: number;
    /** Shots of such frames; absent in rows that are older than it. */
    copiedShots?: number;
  };
}
