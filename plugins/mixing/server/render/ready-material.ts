import type { Material } from '#core/server/services/media/inspect-material.ts';
import type { NodeSource } from '#core/server/services/media/node-source.ts';
import type { Fingerprint } from '#core/server/services/media/footage/fingerprint.ts';

/** A material that was inspected and may be used. */
export interface ReadyMaterial {
  /** As the project names it. */
  id: string;
  source: NodeSource;
  info: Material;
  /** Seconds of picture. */
  seconds: number;
  /** Of the whole material; empty where nothing is compared. */
  fingerprint: Fingerprint;
}
