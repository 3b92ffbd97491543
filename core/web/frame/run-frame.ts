import { reaction } from 'mobx';
import type { Remote } from 'comlink';

import { normalKeys } from '#core/contract/command-keys.ts';
import type { PluginEntry, PluginSource } from '#core/contract/plugin-index.ts';

import { COMMANDS, type Command } from '../commands/commands.ts';
import { I18N } from '../i18n/i18n.ts';
import type { Kernel } from '../kernel/kernel.ts';
import { pluginTitle } from '../kernel/plugin-title.ts';
import type { PluginContext } from '../plugin-context.ts';
import type { FrameHost } from './frame-host.ts';
import type { GuestApi } from './frame-protocol.ts';
import { servicesOf } from './frame-services.ts';
import { frameState } from './frame-state.ts';
import type { CutReason } from './guard-port.ts';
import { fetchTextsOf, hostApi } from './host-api.ts';
import { keptOf } from './host-storage.ts';
import { openFrame } from './open-frame.ts';

/** Commands of the shell that work wherever the focus is, including in a frame. */
const EVERYWHERE = ['shell.palette', 'shell.shortcuts'];

export interface RunOptions {
  entry: PluginEntry;
  source: PluginSource;
  context: PluginContext;
  kernel: Kernel;
  /** Called when the plugin has been activated in its frame. */
  started(): void;
  /** Called when the frame asks for a new one. */
  reopen(): void;
  /** Called when the frame was closed for breaking a rule. */
  cut(error: FrameCut): void;
}

/** A frame in which an untrusted plugin runs. */
export interface FrameRun {
  /** To be inserted into the page. */
  readonly element: HTMLIFrameElement;
  /** Runs a command of the plugin once it has started. */
  command(id: string): Promise<void>;
  close(): void;
}

/** A frame was closed for breaking a rule. */
export class FrameCut extends Error {
  readonly reason: CutReason;

  constructor(reason: CutReason) {
    super(SENTENCES[reason]);
    this.name = 'FrameCut';
    this.reason = reason;
  }
}

const SENTENCES: Record<CutReason, string> = {
  flood: 'its frame sent more messages than a plugin may send',
  size: 'its frame sent a message that is larger than allowed, or holds what is no data',
  left: 'its frame went to another page',
  silent: 'its frame did not answer for 5 seconds',
  unopened: 'its frame did not open',
  focus: 'its frame took the focus from a dialog or a field of the workbench again and again',
};

/** Runs an untrusted plugin in its own frame, for as long as it is shown or one of its commands runs. */
export function runFrame(options: RunOptions): FrameRun {
  const { entry, source, context, kernel } = options;
  const scope = context.scope.child('frame');
  const services = servicesOf(source, context);
  const started = Promise.withResolvers<void>();
  started.promise.catch(() => undefined);

  const title = (): string => pluginTitle(kernel.plugins, kernel.get(I18N), context.id);
  const tell = (what: (guest: Remote<GuestApi>) => Promise<unknown>): void => {
    if (scope.disposed) return;
    what(frame.guest).catch((error: unknown) => host.report('handler', asError(error)));
  };
  const host: FrameHost = {
    entry,
    source,
    context,
    scope,
    title,
    tell,
    guest: () => frame.guest,
    status() {
      const record = kernel.plugins.find(context.id);
      // A plugin that has to stop keeps running as it was until its pages have been closed.
      return record === undefined || record.leaving !== undefined ? entry.state : record.entry.state;
    },
    started() {
      started.resolve();
      options.started();
    },
    report: (phase, error) => kernel.plugins.report(context.id, phase, error),
    reopen: () => options.reopen(),
    press(keys) {
      const command = everywhere(kernel).find((known) => normalKeys(known.keys ?? '') === keys);
      // Any failure has already been reported.
      if (command !== undefined)
        kernel
          .get(COMMANDS)
          .run(command.id)
          .catch(() => undefined);
    },
    isActive: () => navigator.userActivation?.isActive === true,
  };
  const frame = openFrame({
    address: `/plugin-frame/${context.id}/${encodeURIComponent(source.revision)}`,
    title: context.t('shell:frame.title', { plugin: title() }),
    api: hostApi(host, services, fetchTextsOf(kernel, source)),
    opened(guest) {
      const state = frameState(host, services);
      const keys = everywhere(kernel).map((command) => normalKeys(command.keys ?? ''));
      const start = { entry: plain(entry), source, state, services, storage: keptOf(host), keys };
      guest.start(start).catch(() => undefined);
      scope.own(
        reaction(
          () => frameState(host, services),
          (now) => tell((guest) => guest.update(now)),
          { equals: (a, b) => JSON.stringify(a) === JSON.stringify(b), delay: 16 },
        ),
      );
      scope.own(
        reaction(
          () => context.t('shell:frame.title', { plugin: title() }),
          (words) => {
            frame.element.title = words;
          },
        ),
      );
    },
    cut(reason) {
      const error = new FrameCut(reason);
      close(error);
      options.cut(error);
    },
  });
  scope.own(() => frame.close());

  function close(why: Error): void {
    started.reject(why);
    void scope.dispose();
  }

  return {
    element: frame.element,
    async command(id) {
      await started.promise;
      await frame.guest.command(id);
    },
    close: () => close(new Error(`the frame of "${context.id}" was closed`)),
  };
}

function everywhere(kernel: Kernel): readonly Command[] {
  return kernel.get(COMMANDS).list.filter(({ id, keys }) => keys !== undefined && EVERYWHERE.includes(id));
}

function plain(entry: PluginEntry): PluginEntry {
  return JSON.parse(JSON.stringify(entry)) as PluginEntry;
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
