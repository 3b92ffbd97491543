import { toolRunEnded } from '#core/contract/tool-run-events.ts';

import { PluginUnavailable, type Plugins } from '../plugins/plugins.ts';

/** An event that a plugin subscribes to. */
export interface WakingEvent {
  /** The plugin's id. */
  plugin: string;
  topic: string;
  data: unknown;
}

/**
 * Activates a plugin for an event and lets it hear that, if it is for it.
 * @throws whatever activating it throws, but for a plugin that may not be activated
 */
export async function wakePlugin(
  plugins: Pick<Plugins, 'ensure' | 'report'>,
  { plugin, topic, data }: WakingEvent,
): Promise<void> {
  if (!isFor(plugin, topic, data)) return;
  try {
    const { web, context } = await plugins.ensure(plugin, `event:${topic}`);
    try {
      await web.subscriptions?.find(({ event }) => event.topic === topic)?.run(context, data);
    } catch (error) {
      if (!context.signal.aborted) plugins.report(plugin, 'effect', error);
    }
  } catch (error) {
    if (!(error instanceof PluginUnavailable)) throw error;
  }
}

/** That a run has ended is for the plugin of its tool alone. */
function isFor(plugin: string, topic: string, data: unknown): boolean {
  if (topic !== toolRunEnded.topic || typeof data !== 'object' || data === null || !('tool' in data)) return true;
  return typeof data.tool === 'string' && data.tool.startsWith(`${plugin}.`);
}
