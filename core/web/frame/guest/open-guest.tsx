import { reaction } from 'mobx';
import { observer } from 'mobx-react-lite';
import { createRoot } from 'react-dom/client';

import type { PluginSource } from '#core/contract/plugin-index.ts';

import { COMMANDS } from '#core/web/commands/commands.ts';
import { isTyping, keysOf } from '#core/web/commands/keys.ts';
import type { WebPlugin } from '#core/web/define-web.ts';
import { DIALOGS } from '#core/web/dialogs/dialogs.ts';
import { EVENTS } from '#core/web/events/events.ts';
import { FEATURE_GATE } from '#core/web/features/feature-gate.ts';
import { HTTP } from '#core/web/http/http.ts';
import { I18N } from '#core/web/i18n/i18n.ts';
import { markFramed } from '#core/web/is-framed.ts';
import { createKernel } from '#core/web/kernel/create-kernel.ts';
import type { Kernel } from '#core/web/kernel/kernel.ts';
import { createPluginLog } from '#core/web/kernel/plugin-log.ts';
import { service, type KernelService } from '#core/web/service.ts';
import { PERMISSIONS } from '#core/web/permissions/permissions.ts';
import { PLAYER } from '#core/web/player/player.ts';
import { PLUGINS, type FaultPhase } from '#core/web/plugins/plugins.ts';
import { KernelProvider } from '#core/web/react/KernelProvider.tsx';
import { PluginPage } from '#core/web/views/plugins/PluginPage.tsx';
import { ROUTER } from '#core/web/router/router.ts';
import { SESSION } from '#core/web/session/session.ts';
import { SETTINGS } from '#core/web/settings/settings.ts';
import { STORAGE } from '#core/web/storage/storage.ts';
import { readFrameGridsBy } from '#core/web/studio/frames/read-frame-grid.ts';
import { THEME } from '#core/web/theme/theme.ts';
import { TOASTS } from '#core/web/toasts/toasts.ts';
import type { FrameService } from '../frame-protocol.ts';
import { frameCommands, frameEvents, framePlayer } from './frame-actions.ts';
import { frameHttp } from './frame-http.ts';
import { linkFrame, send, type FrameLink } from './frame-link.ts';
import { frameSettings, frameStorage } from './frame-storage.ts';
import { frameDialogs, frameToasts } from './frame-messages.ts';
import { frameFeatures, framePermissions, frameSession } from './frame-session.ts';
import { frameI18n, frameTheme } from './frame-i18n.ts';
import { frameRouter } from './frame-router.ts';

export interface GuestOptions {
  /** Loads the plugin's code. */
  loadCode(source: PluginSource): Promise<{ default: WebPlugin }>;
  root: HTMLElement;
}

/**
 * The frame's side: the same kernel as outside, with this one plugin, services that ask the workbench, and the page it
 * is reported to show. Services that were not granted do not exist here.
 */
export async function openGuest({ loadCode, root }: GuestOptions): Promise<Kernel> {
  markFramed();
  const link = await linkFrame();
  readFrameGridsBy((url) => link.host.frameGrid(new URL(url, document.baseURI).href));
  const { entry, source, keys } = link.start;
  const { source: _mark, ...known } = entry;
  const { id } = entry.manifest;
  let failure: { error: unknown } | undefined;

  const kernel = createKernel({
    services: guestServices(link),
    // Inside the frame no further limits apply: the workbench decides what to answer.
    loadIndex: () => Promise.resolve({ plugins: [{ ...known, state: link.state.status }], build: '' }),
    async loadCode() {
      try {
        if (failure === undefined) return await loadCode(source);
      } catch (error) {
        failure = { error };
      }
      // A module that failed to load stays failed for the life of the document, so a new frame is opened when the user
      // tries again.
      if (navigator.userActivation?.isActive !== true) throw failure?.error;
      send(link.host.reopen());
      return await new Promise<never>(() => undefined);
    },
    onFault: (_plugin, phase, error) => tellFault(link, phase, error),
  });
  // These act on their own once created: the theme is applied, and commands listen for keys.
  kernel.get(THEME);
  kernel.get(COMMANDS);
  watchFaults(kernel, id);
  // What an upgraded membership includes may be used at once.
  reaction(
    () => link.state.status.name,
    () => void kernel.plugins.load(),
  );
  passKeys(link, keys);
  // The page works without the shell's own texts, too.
  const words = kernel
    .get(I18N)
    .load('shell')
    .catch(() => undefined);
  await Promise.all([kernel.plugins.load(), words]);
  createRoot(root, { onUncaughtError: (error) => tellFault(link, 'render', error) }).render(
    <KernelProvider kernel={kernel}>
      <GuestPage link={link} plugin={id} />
    </KernelProvider>,
  );
  // Failures have been reported, and the page shows them.
  await kernel.plugins.ensure(id, 'route:frame').then(
    () => send(link.host.started()),
    () => undefined,
  );
  return kernel;
}

const GuestPage = observer(function GuestPage({ link, plugin }: { link: FrameLink; plugin: string }) {
  const { route, place } = link.state;
  return route === null ? null : (
    <PluginPage plugin={plugin} page={route.page} route={route.path} path={place.path} isPublic={route.isPublic} />
  );
});

function guestServices(link: FrameLink): readonly KernelService[] {
  const features = frameFeatures(link);
  const granted: Record<FrameService, KernelService> = {
    'http@1': service(HTTP, () => frameHttp(link)),
    'session@1': service(SESSION, () => frameSession(link)),
    'permissions@1': service(PERMISSIONS, () => framePermissions(link)),
    'feature-gate@1': service(FEATURE_GATE, () => features),
    'dialogs@1': service(DIALOGS, (get) => frameDialogs(link, () => get(I18N))),
    'events@1': service(EVENTS, () => frameEvents(link)),
    'player@1': service(PLAYER, () => framePlayer(link)),
  };
  return [
    service(I18N, () => frameI18n(link)),
    service(THEME, () => frameTheme(link)),
    service(TOASTS, () => frameToasts(link)),
    service(ROUTER, () => frameRouter(link)),
    service(STORAGE, () => frameStorage(link)),
    service(SETTINGS, () => frameSettings(link)),
    service(COMMANDS, (get) =>
      frameCommands(
        link,
        () => get(PLUGINS),
        link.start.services.includes('feature-gate@1') ? features : { offerUpgrade: () => undefined },
        (error) => tellFault(link, 'handler', error),
      ),
    ),
    ...link.start.services.map((name) => granted[name]),
  ];
}

const log = createPluginLog('frame');
const reported = new WeakSet<object>();

function tellFault({ host }: FrameLink, phase: FaultPhase | 'dispose', error: unknown): void {
  if (typeof error === 'object' && error !== null) {
    if (reported.has(error)) return;
    reported.add(error);
  }
  log.error(`it failed (${phase})`, error);
  const { message, stack = '' } = error instanceof Error ? error : { message: String(error) };
  const known = phase === 'import' || phase === 'activate' || phase === 'render' || phase === 'handler';
  send(host.failed(known || phase === 'effect' ? phase : 'promise', message.slice(0, 4000), stack.slice(0, 4000)));
}

/** This is the only plugin here, so uncaught errors are its own. */
function watchFaults(kernel: Kernel, plugin: string): void {
  // Events and reactions first: they know the phase of the failure.
  kernel.faults.watch(window);
  window.addEventListener('error', (event) => {
    if (!event.defaultPrevented) kernel.faults.take(plugin, 'promise', event.error);
  });
  window.addEventListener('unhandledrejection', (event) => {
    if (!event.defaultPrevented) kernel.faults.take(plugin, 'promise', event.reason);
  });
}

/** Forwards the workbench's own shortcuts from the frame, except keys that the plugin handles itself. */
function passKeys({ host }: FrameLink, keys: readonly string[]): void {
  const isMac = /Mac|iPhone|iPad/.test(navigator.platform);
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.isComposing || event.repeat) return;
    const pressed = keysOf(event, isMac);
    if (!keys.includes(pressed) || (isTyping(event.composedPath()[0]) && !pressed.includes('mod'))) return;
    event.preventDefault();
    send(host.pressed(pressed));
  });
}
