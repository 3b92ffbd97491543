import { reaction } from 'mobx';

import { eventOfTopic } from '#core/contract/event.ts';

import type { PluginRecord, Plugins } from '../plugins/plugins.ts';
import type { Undo } from '../scope.ts';
import type { Events } from './events.ts';

export interface WakingDependencies {
  plugins: Pick<Plugins, 'list' | 'ensure' | 'report'>;
  events: Pick<Events, 'on'>;
  /** Called when a plugin could not be activated for an event. */
  report(error: unknown, plugin: string): void;
}

/** Activates plugins for the events that their manifests list under `subscriptions`, whichever page is shown. */
export function wakePlugins({ plugins, events, report }: WakingDependencies): Undo {
  const hearing = new Map<string, Undo>();

  async function wake(plugin: string, topic: string, data: unknown): Promise<void> {
    try {
      // Not part of the start, which is long over when something happens.
      const { wakePlugin } = await import('./wake-plugin.ts');
      await wakePlugin(plugins, { plugin, topic, data });
    } catch (error) {
      report(error, plugin);
    }
  }

  function listen(list: readonly PluginRecord[]): void {
    const wanted = new Map<string, { id: string; topic: string }>(
      list.flatMap(({ entry: { manifest } }) =>
        manifest.subscriptions.map((topic) => [`${manifest.id} ${topic}`, { id: manifest.id, topic }] as const),
      ),
    );
    for (const [key, undo] of hearing) {
      if (wanted.has(key)) continue;
      void undo();
      hearing.delete(key);
    }
    for (const [key, { id, topic }] of wanted) {
      if (hearing.has(key)) continue;
      hearing.set(
        key,
        events.on(eventOfTopic(topic), (data) => void wake(id, topic, data)),
      );
    }
  }

  const stop = reaction(() => plugins.list.filter(mayHear), listen, { fireImmediately: true });
  return () => {
    stop();
    listen([]);
  };
}

/** Locked, blocked and hidden plugins receive no events. */
function mayHear({ entry }: PluginRecord): boolean {
  return entry.state.name === 'ready' && entry.manifest.subscriptions.length > 0;
}
