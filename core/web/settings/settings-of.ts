import { compareStructural, computed, untracked } from 'mobx';

import type { SettingsDefinition } from '#core/contract/plugin-settings.ts';
import { readValues, type SettingsValues } from '#core/contract/settings-fields.ts';

import type { PluginContext } from '../plugin-context.ts';
import { SETTINGS } from './settings.ts';

/** A plugin's settings, each with its default until it is loaded or set. Observable. */
export interface PluginSettings<D extends SettingsDefinition = SettingsDefinition> {
  /** What the account has set for itself; the same object as long as nothing of it changes. */
  readonly account: SettingsValues<D['account']>;
  /** What operators have set; a secret has its default here, since it is never told. */
  readonly operator: SettingsValues<D['operator']>;
  /**
   * Sets some of the account's, at once here and then on the server; undefined goes back to the default.
   * @throws HttpFailure when the server refuses; what was set is as before then, and the reader has been told
   */
  set(changes: {
    [K in keyof SettingsValues<D['account']>]?: SettingsValues<D['account']>[K] | undefined;
  }): Promise<void>;
  /**
   * Ends once all of it was read, or could not be: for what is decided by it at one moment. What is drawn need not wait,
   * it follows.
   */
  load(): Promise<void>;
}

/**
 * The settings of a plugin, typed by what its `defineSettings` says. They follow what the account changes on other
 * devices and what operators change. In components there is `usePluginSettings`.
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
      // In a frame each is told of from when it was first read.
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

/** The same object as long as nothing in it is another, also where nobody observes it. */
function steady<T extends object>(read: () => T): () => T {
  let last: T | undefined;
  return () => {
    const next = read();
    if (last === undefined || !compareStructural(last, next)) last = next;
    return last;
  };
}
