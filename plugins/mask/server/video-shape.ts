import type { ServerContext } from '#core/server/plugins/context.ts';
import type { NodeSource } from '#core/server/services/media/node-source.ts';
import { materialNode, readMaterial } from '#core/server/services/media/operations/material.ts';

/** Width over height of a video as people see it. @throws expected what damaged materials are told by */
export async function videoShape({ media }: ServerContext, source: NodeSource, signal: AbortSignal): Promise<number> {
  const read = ([folder = '']: readonly string[]) => readMaterial(folder, source.name, { minSeconds: 0 });
  const { video } = await media.graph.make([materialNode(media.runner, source)], read, { signal });
  return video.displayWidth / video.displayHeight;
}
