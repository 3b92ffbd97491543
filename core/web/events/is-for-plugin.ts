import { toolRunEnded } from '#core/contract/tool-run-events.ts';

/** Whether an event that a plugin subscribes to is for it: that a run has ended is for the plugin of its tool alone. */
export function isForPlugin(id: string, topic: string, data: unknown): boolean {
  if (topic !== toolRunEnded.topic || typeof data !== 'object' || data === null || !('tool' in data)) return true;
  return typeof data.tool === 'string' && data.tool.startsWith(`${id}.`);
}
