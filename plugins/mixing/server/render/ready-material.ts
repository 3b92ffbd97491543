import type { MediaInfo } from '#core/server/services/media/media-info.ts';
import type { NodeSource } from '#core/server/services/media/node-source.ts';
import type { FrameHashes } from '#core/server/services/media/operations/frame-hash.ts';

/** A material that was inspected and may be used. */
export interface ReadyMaterial {
  /** As the project names it. */
  id: string;
  source: NodeSource;
  info: MediaInfo;
  /** Seconds of picture. */
  seconds: number;
  /** Frame hashes over the whole material; none where a glance shows that nothing is like it. */
  hashes: FrameHashes;
}
