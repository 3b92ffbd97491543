import { z } from 'zod';

import type { PluginSource } from '#core/contract/plugin-index.ts';

import { BOOT } from '../boot.ts';
import type { Language } from '../i18n/i18n.ts';
import { I18N } from '../i18n/i18n.ts';
import type { Kernel } from '../kernel/kernel.ts';
import { THEME } from '../theme/theme.ts';
import type { FrameHost } from './frame-host.ts';
import type { FrameService, HostApi } from './frame-protocol.ts';
import { hostCalls } from './host-calls.ts';
import { hostCommands, hostEvents, hostFeatures, hostFrameGrids, hostPlayer } from './host-actions.ts';
import { hostStorage } from './host-storage.ts';
import { hostQuestions, hostToasts } from './host-messages.ts';
import { hostNavigation } from './host-navigation.ts';

const phase = z.enum(['import', 'activate', 'render', 'effect', 'handler', 'promise']);
const words = z.string().transform((text) => text.slice(0, 4000));
const language = z.enum(['zh', 'en']);
const keysSchema = z.string().max(40);
const textsSchema = z.record(z.string(), z.string());

/** Fetches texts on behalf of a frame, which cannot fetch anything itself. */
type FetchTexts = (language: Language, namespace: string) => Promise<Record<string, string>>;

/**
 * Everything that a frame may ask of the workbench. Methods that were not granted do not exist. All input is checked,
 * and refused with a message for the plugin's author if it is invalid.
 */
export function hostApi(host: FrameHost, services: readonly FrameService[], fetchTexts: FetchTexts): Partial<HostApi> {
  const { context } = host;
  const has = (name: FrameService): boolean => services.includes(name);
  const api: Partial<HostApi> = {
    started: () => host.started(),
    failed(asked, message, stack) {
      const error = new Error(words.parse(message));
      // Report where it happened in the plugin, not here.
      error.stack = words.parse(stack);
      host.report(phase.parse(asked), error);
    },
    reopen: () => host.reopen(),
    texts(asked, namespace) {
      const name = z.enum(['shell', context.id]).parse(namespace);
      return fetchTexts(language.parse(asked), name);
    },
    ...hostToasts(host),
    ...hostNavigation(host),
    ...hostStorage(host),
    ...hostCommands(host),
    ...hostFrameGrids(),
    setTheme(asked) {
      const mode = z.enum(['dark', 'light']).parse(asked);
      if (host.isActive()) context.get(THEME).setMode(mode);
    },
    async setLanguage(asked) {
      const wanted = language.parse(asked);
      if (host.isActive()) await context.get(I18N).setLanguage(wanted);
    },
    pressed(asked) {
      const keys = keysSchema.parse(asked);
      if (host.isActive()) host.press(keys);
    },
    ...(has('http@1') ? hostCalls(host) : {}),
    ...(has('dialogs@1') ? hostQuestions(host) : {}),
    ...(has('events@1') ? hostEvents(host) : {}),
    ...(has('feature-gate@1') ? hostFeatures(host) : {}),
    ...(has('player@1') ? hostPlayer(host) : {}),
  };
  return Object.fromEntries(Object.entries(api).map(([name, method]) => [name, refusing(name, method)]));
}

/** Whatever a method throws leaves the workbench as one message, without its stack. */
function refusing(name: string, method: (...args: never[]) => unknown): (...args: never[]) => Promise<unknown> {
  return async (...args) => {
    try {
      return await method(...args);
    } catch (error) {
      const why = error instanceof z.ZodError ? z.prettifyError(error) : error instanceof Error ? error.message : '';
      const refusal = new TypeError(`${name}: ${why.slice(0, 1000)}`);
      refusal.stack = '';
      throw refusal;
    }
  };
}

/** Fetches the texts of the shell and of one plugin on behalf of a frame. */
export function fetchTextsOf(kernel: Kernel, source: PluginSource): FetchTexts {
  return async (language, namespace) => {
    const shell = `/locales/${language}/shell.${kernel.get(BOOT).textsHash}.json`;
    const response = await fetch(namespace === 'shell' ? shell : source.texts[language]);
    if (!response.ok) throw new Error(`texts of "${namespace}" in ${language}: status ${response.status}`);
    return textsSchema.parse(await response.json());
  };
}
