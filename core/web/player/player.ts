import { token } from '../token.ts';

/** One video of a list. */
export interface PlayerItem {
  url: string;
  /** In seconds, if known beforehand. */
  duration?: number;
}

/** Several videos that belong together. */
interface PlayerList {
  /** 1: front and back screen, clips in sequence with one sound track; 2: three screens, clips in parallel. */
  type: 1 | 2;
  list: readonly PlayerItem[];
  /** The sound track of type 1. */
  sound?: string;
}

/** How a video is shown. */
export interface PlayerOptions {
  /** 1 by default. */
  playbackRate?: number;
  /** Divides the displayed duration by the playback rate. */
  needCalcVideoDuration?: boolean;
  /** The dialog's heading and label; the text for "video" by default. */
  title?: string;
}

/** The popup player: one for the whole workbench, loaded on first use. */
export interface Player {
  /**
   * Opens the popup. Anything but an address or a {@link PlayerList} shows the warning 视频格式不规范，无法播放 and opens nothing;
   * an address without http(s) gets the prefix `https://`, except addresses of this site.
   * @returns when it was closed
   */
  open(data: string | PlayerList, options?: PlayerOptions): Promise<void>;
}

export const PLAYER = token<Player>('player', 1);
