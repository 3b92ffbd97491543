import { compareStructural, computed, untracked } from 'mobx';

import type { SettingsDefinition } from '#core/contract/plugin-settings.ts';
import { readValues, type SettingsValues } from '#core/contract/settings-fields.ts';

import type { PluginContext } from '../plugin-context.ts';
import { SETTINGS } from './settings.ts';

/** A plugin's settings; each has its default until it is loaded or set. Observable. */
export interface PluginSettings<D extends SettingsDefinition = SettingsDefinition> {
  /** What the account has set; the same object until something in it changes. */
  readonly account: SettingsValues<D['account']>;
  /** What operators have set; a secret always has its default here, since the server never reveals it. */
  readonly operator: SettingsValues<D['operator']>;
  /**
   * Sets some of the account's settings, at once here and then on the server; undefined resets one to its default.
   * @throws HttpFailure when the server refuses; the previous values are restored, and the user has been told
   */
  set(changes: {
    [K in keyof SettingsValues<D['account']>]?: SettingsValues<D['account']>[K] | undefined;
  }): Promise<void>;
  /**
   * Resolves once all of them have been loaded, or failed to load: for decisions made at one moment. Rendering need not
   * wait, since it follows changes.
   */
  load(): Promise<void>;
}

/**
 * A plugin's settings, typed by its `defineSettings`. They follow what the account changes on other devices and what
 * operators change. In components use `usePluginSettings`.
 * @example const brand = settingsOf(context, settings); autorun(() => draw(brand.account.opacity));
 */
export function settingsOf<D extends SettingsDefinition>(
  context: Pick<PluginContext, 'get'>,
  definition: D,
): PluginSettings<D> {
  const settings = context.get(SETTINGS);
  const { account: accounts, operator: operators } = definition;
  const account = computed(
    steady(() =>
      readValues(
        accounts,
        given(accounts, (key) => settings.read(key)),
      ),
    ),
  );
  const operator = computed(
    steady(() =>
      readValues(
        operators,
        given(operators, (key) => settings.readOperator(key)),
      ),
    ),
  );
  return {
    get account() {
      return account.get() as SettingsValues<D['account']>;
    },
    get operator() {
      return operator.get() as SettingsValues<D['operator']>;
    },
    set: (changes) => settings.change(changes),
    async load() {
      // In a frame, a setting is only sent after its first read.
      untracked(() => [account.get(), operator.get()]);
      await settings.load();
    },
  };
}

function given(
  schema: SettingsDefinition['account'],
  read: (key: string) => unknown,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.keys(schema?.shape ?? {}).map((key) => [key, read(key)]));
}

/** Returns the same object until something in it changes, even when nobody observes it. */
function steady<T extends object>(read: () => T): () => T {
  let last: T | undefined;
  return () => {
    const next = read();
    if (last === undefined || !compareStructural(last, next)) last = next;
    return last;
  };
}
