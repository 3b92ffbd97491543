import { eventOfTopic } from '#core/contract/event.ts';
import type { PluginEntry, PluginSource } from '#core/contract/plugin-index.ts';

import { defineWeb, onEvent, type Lazy, type WebPlugin } from '../define-web.ts';
import type { Kernel } from '../kernel/kernel.ts';
import type { PluginContext } from '../plugin-context.ts';
import { FRAMED_PAGE } from '../views/plugins/PluginPage.tsx';
import { FramedPage, type FramedRuns } from './FramedPage.tsx';
import { runFrame, type FrameRun } from './run-frame.ts';

/** How long a command may take while no page of its plugin is shown. */
const COMMAND_MILLISECONDS = 60_000;
/** How many new frames a plugin gets within a minute when its code fails to load. */
const REOPENINGS = 10;

/**
 * The workbench's stand-in for an untrusted plugin: all its pages are one frame, and its commands run inside it. None
 * of the plugin's code is loaded outside the frame.
 * @param kernel returns the kernel once it exists
 */
export function framedPlugin(
  entry: PluginEntry,
  source: PluginSource,
  kernel: () => Kernel,
  proven?: () => void,
): WebPlugin {
  const { id, routes, commands, subscriptions } = entry.manifest;
  let shown: FrameRun | undefined;
  const reopened: number[] = [];

  const runs: FramedRuns = {
    open(options) {
      const run = runFrame({
        ...options,
        source,
        started() {
          options.started();
          proven?.();
        },
        reopen() {
          const now = performance.now();
          reopened.push(now);
          while (now - (reopened[0] ?? now) > 60_000) reopened.shift();
          if (reopened.length <= REOPENINGS) options.reopen();
        },
        cut(error) {
          kernel().plugins.report(id, 'hang', error);
        },
      });
      shown = run;
      const { close } = run;
      return Object.assign(run, {
        close() {
          if (shown === run) shown = undefined;
          close();
        },
      });
    },
  };

  /** When no page is shown, a hidden frame runs the command and is then removed. */
  async function runCommand(name: string, context: PluginContext): Promise<void> {
    if (shown !== undefined) return await shown.command(name);
    const nothing = (): void => undefined;
    const run = runs.open({ entry, context, kernel: kernel(), started: nothing, reopen: nothing });
    shown = undefined;
    run.element.setAttribute('inert', '');
    run.element.className = 'rp-visually-hidden';
    document.body.append(run.element);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      const fault = new Error(`the command "${name}" did not end within ${COMMAND_MILLISECONDS / 1000} s`);
      timer = setTimeout(() => reject(fault), COMMAND_MILLISECONDS);
    });
    try {
      await Promise.race([run.command(name), late]);
    } finally {
      clearTimeout(timer);
      run.close();
    }
  }

  const page: Lazy = () => Promise.resolve({ default: Page });
  function Page() {
    return <FramedPage entry={entry} runs={runs} />;
  }
  const pages = routes.flatMap((route) => (route.page === undefined ? [] : [route.page]));
  return defineWeb({
    pages: Object.fromEntries([FRAMED_PAGE, ...pages].map((name) => [name, page])),
    commands: Object.fromEntries(
      commands.map(({ id: name }) => [name, (context: PluginContext) => runCommand(name, context)]),
    ),
    // While the frame exists it listens for these events itself.
    subscriptions: subscriptions.map((topic) => onEvent(eventOfTopic(topic), () => undefined)),
  });
}
