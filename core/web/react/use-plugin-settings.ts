import { useCallback, useMemo } from 'react';

import type { SettingsDefinition } from '#core/contract/plugin-settings.ts';

import { usePluginContext } from './use-plugin-context.ts';
import { useWatched } from './use-watched.ts';
import { settingsOf, type PluginSettings } from '../settings/settings-of.ts';

/**
 * The typed settings of the plugin that the component belongs to; the component re-renders when one of them changes.
 * @param definition the result of `defineSettings`, the same object every time
 * @example const { account, set } = usePluginSettings(settings);
 */
export function usePluginSettings<D extends SettingsDefinition>(definition: D): PluginSettings<D> {
  const context = usePluginContext();
  const settings = useMemo(() => settingsOf(context, definition), [context, definition]);
  const account = useWatched(useCallback(() => settings.account, [settings]));
  const operator = useWatched(useCallback(() => settings.operator, [settings]));
  return useMemo(() => ({ account, operator, set: settings.set, load: settings.load }), [account, operator, settings]);
}
