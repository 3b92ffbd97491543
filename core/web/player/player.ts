import { token } from '../token.ts';

/** One video of a list. */
export interface PlayerItem {
  url: string;
  /** Seconds, where known beforehand. */
  duration?: number;
}

/** Several videos that belong together. */
interface PlayerList {
  /** 1: front and back screen, clips after each other beside one sound; 2: three screens, clips in parallel. */
  type: 1 | 2;
  list: readonly PlayerItem[];
  /** The sound of type 1. */
  sound?: string;
}

/** How a video is shown. */
export interface PlayerOptions {
  /** 1 when absent. */
  playbackRate?: number;
  /** Divides the shown duration by the playback rate. */
  needCalcVideoDuration?: boolean;
  /** The dialog's name for screen readers and its heading; the text for "video" when absent. */
  title?: string;
}

/** The popup player: one for the whole workbench. Loaded with its first use. */
export interface Player {
  /**
   * Opens the popup. Anything but an address or a {@link PlayerList} warns 视频格式不规范，无法播放 and opens nothing;
   * an address without http(s) gets `https://` before it, addresses of this site excepted.
   * @returns when it was closed
   */
  open(data: string | PlayerList, options?: PlayerOptions): Promise<void>;
}

export const PLAYER = token<Player>('player', 1);
