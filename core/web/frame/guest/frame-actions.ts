import { deliverEvent } from '#core/contract/event.ts';
import { createCommands } from '#core/web/commands/create-commands.ts';
import type { Commands } from '#core/web/commands/commands.ts';
import type { Events } from '#core/web/events/events.ts';
import type { FeatureGate } from '#core/web/features/feature-gate.ts';
import type { Player } from '#core/web/player/player.ts';
import type { Plugins } from '#core/web/plugins/plugins.ts';
import type { Undo } from '#core/web/scope.ts';
import { asJson } from './frame-http.ts';
import { send, type FrameLink } from './frame-link.ts';

/** The plugin's own commands: they run inside the frame, by their shortcuts and from the workbench's palette. */
export function frameCommands(
  { host, hearing, start }: Pick<FrameLink, 'host' | 'hearing' | 'start'>,
  plugins: () => Plugins,
  features: Pick<FeatureGate, 'offerUpgrade'>,
  report: (error: unknown, id: string) => void,
): Commands & { dispose(): void } {
  const { id: plugin } = start.entry.manifest;
  const own = createCommands({ plugins, features, report });
  hearing.command = (id) => own.run(`${plugin}.${id}`);
  return {
    get list() {
      return own.list;
    },
    add(command): Undo {
      const undo = own.add(command);
      const id = command.id.slice(plugin.length + 1);
      send(host.addCommand(id, command.title));
      return () => {
        void undo();
        send(host.removeCommand(id));
      };
    },
    run: (id) => own.run(id),
    dispose: () => own.dispose(),
  };
}

/** Events that the workbench forwards: the plugin's own topics and those listed in its manifest. */
export function frameEvents(link: Pick<FrameLink, 'host' | 'hearing' | 'state'>): Events {
  const { host, hearing } = link;
  const listeners = new Map<string, Set<{ take(data: unknown): void; resync?(): void }>>();
  hearing.event = (topic, data) => listeners.get(topic)?.forEach(({ take }) => take(data));
  hearing.resync = (topic) => listeners.get(topic)?.forEach(({ resync }) => resync?.());
  return {
    get connected() {
      return link.state.connection === 'open';
    },
    get connection() {
      return link.state.connection ?? 'off';
    },
    on(event, hear, resync) {
      const { topic } = event;
      const listener = { take: (data: unknown) => deliverEvent(event, data, hear, resync), resync };
      const known = listeners.get(topic);
      if (known === undefined) send(host.listen(topic));
      const all = known ?? new Set();
      listeners.set(topic, all.add(listener));
      return () => {
        all.delete(listener);
        if (all.size > 0 || listeners.get(topic) !== all) return;
        listeners.delete(topic);
        send(host.unlisten(topic));
      };
    },
  };
}

/** The workbench's popup player. */
export function framePlayer({ host }: Pick<FrameLink, 'host'>): Player {
  return { open: (data, options) => host.play(asJson(data), asJson(options)) };
}
