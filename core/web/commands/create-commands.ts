import { computed, observable, reaction, runInAction } from 'mobx';

import { normalKeys } from '#core/contract/command-keys.ts';
import type { MessageKey } from '#core/contract/message-keys.ts';

import type { FeatureGate } from '../features/feature-gate.ts';
import { lockOfPlugin } from '../lock.ts';
import { webFileOf } from '../plugins/plugin-file.ts';
import type { PluginRecord, Plugins } from '../plugins/plugins.ts';
import type { Undo } from '../scope.ts';
import type { Command, Commands } from './commands.ts';
import { isTyping, keysOf } from './keys.ts';

/** {@link Commands} that can be disposed. */
export interface CommandsService extends Commands {
  /** Stops listening for keys. */
  dispose(): void;
}

export interface CommandsDependencies {
  plugins(): Pick<Plugins, 'list' | 'loaded' | 'ensure' | 'report'>;
  features: Pick<FeatureGate, 'offerUpgrade'>;
  /** Whether the page that was asked for does not stand yet. */
  isPageComing?(): boolean;
  /** Called when a command of the kernel or the shell fails. */
  report(error: unknown, id: string): void;
  /** Where to listen for keys; the document by default. */
  target?: EventTarget;
  isMac?: boolean;
}

/** So many keys are kept that were pressed before what they are for was there, and for so many milliseconds. */
const MAX_EARLY = 5;
const EARLY_MILLISECONDS = 5_000;

/** Creates the command registry and listens for the commands' keys. */
export function createCommands(dependencies: CommandsDependencies): CommandsService {
  const { target = document, isMac = /Mac|iPhone|iPad/.test(navigator.platform) } = dependencies;
  const added = observable.map<string, Command>([], { deep: false });

  const list = computed((): readonly Command[] => {
    const declared = dependencies.plugins().list.flatMap((record) => commandsOf(record, dependencies));
    return [...declared.filter(({ id }) => !added.has(id)), ...added.values()];
  });

  async function run(command: Command): Promise<void> {
    try {
      await command.run();
    } catch (error) {
      const [plugin = ''] = command.id.split('.');
      const isPlugins = dependencies.plugins().list.some(({ entry }) => entry.manifest.id === plugin);
      if (isPlugins) dependencies.plugins().report(plugin, 'handler', error);
      else dependencies.report(error, command.id);
      throw error;
    }
  }

  const commandOf = (keys: string): Command | undefined =>
    list.get().find((known) => known.keys !== undefined && known.hears !== false && normalKeys(known.keys) === keys);

  /** Pressed before the plugins were known, or before the page was there that has commands of its own. */
  let early: { keys: string; at: number }[] = [];
  let stopWaiting: (() => void) | undefined;
  const keep = (keys: string): void => {
    if (dependencies.plugins().loaded && dependencies.isPageComing?.() !== true) return;
    early = [...early, { keys, at: performance.now() }].slice(-MAX_EARLY);
    stopWaiting ??= reaction(() => list.get(), give);
  };
  const give = (): void => {
    const since = performance.now() - EARLY_MILLISECONDS;
    for (const one of early.splice(0).filter(({ at }) => at >= since)) {
      const command = commandOf(one.keys);
      if (command === undefined) early.push(one);
      else run(command).catch(() => undefined);
    }
  };

  const hear = (event: Event) => {
    if (!(event instanceof KeyboardEvent) || event.defaultPrevented || event.isComposing || event.repeat) return;
    const keys = keysOf(event, isMac);
    // Typing in a field must not run commands, except with the command key, which never produces text.
    if (isTyping(event.composedPath()[0]) && !keys.includes('mod')) return;
    // A dialog's fields keep their keys: those of plugins are for the page below.
    const [pressed] = event.composedPath();
    const isInDialog = pressed instanceof Element && pressed.closest('[role="dialog"]') !== null;
    const command = commandOf(keys);
    if (command === undefined && !isInDialog) keep(keys);
    if (command === undefined || (isInDialog && !command.id.startsWith('shell.'))) return;
    event.preventDefault();
    // `run` has already reported the failure.
    run(command).catch(() => undefined);
  };
  target.addEventListener('keydown', hear);

  return {
    get list() {
      return list.get();
    },
    add(command): Undo {
      if (added.has(command.id)) throw new TypeError(`command "${command.id}" is there already`);
      runInAction(() => added.set(command.id, command));
      return () => {
        if (added.get(command.id) === command) runInAction(() => added.delete(command.id));
      };
    },
    async run(id) {
      const command = list.get().find((known) => known.id === id);
      if (command === undefined) throw new TypeError(`there is no command "${id}"`);
      await run(command);
    },
    dispose() {
      target.removeEventListener('keydown', hear);
      stopWaiting?.();
    },
  };
}

/** The commands that a manifest declares; the plugin's code is loaded when one of them is run. */
function commandsOf({ entry, state }: PluginRecord, { plugins, features }: CommandsDependencies): Command[] {
  const { manifest } = entry;
  if (state.name === 'hidden' || state.name === 'blocked' || entry.state.name === 'login') return [];
  return manifest.commands.map(({ id, title, keys }) => ({
    id: `${manifest.id}.${id}`,
    // The manifest's schema checks the form of the key, and its namespace is the plugin's own.
    title: title as MessageKey,
    keys,
    async run() {
      const lock = lockOfPlugin(entry);
      if (lock !== null) {
        features.offerUpgrade(lock);
        return;
      }
      const { web, context } = await plugins().ensure(manifest.id, `command:${id}`);
      const command = web.commands?.[id];
      if (command === undefined) throw new TypeError(`${webFileOf(manifest.id)}: commands has no "${id}"`);
      await command(context);
    },
  }));
}
