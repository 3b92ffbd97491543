import type { Events } from '#core/web/events/events.ts';
import type { I18n } from '#core/web/i18n/i18n.ts';
import type { EventTrigger } from '#core/web/live/event-trigger.ts';
import { LiveValue } from '#core/web/live/LiveValue.ts';
import type { Scope, Undo } from '#core/web/scope.ts';
import { SettingsFormStore } from './SettingsFormStore.ts';

type Values = Readonly<Record<string, unknown>>;

/** The settings of one plugin: how a form reads and writes them, and how it learns of changes made elsewhere. */
export interface FollowedSettings {
  /** The plugin, whose texts name the fields. */
  plugin: string;
  /** The event that reports changes made elsewhere. */
  changed: EventTrigger;
  read(signal: AbortSignal): Promise<Values>;
  /** Sets the given values, null for the default, and returns all that are set. @throws HttpFailure */
  write(changes: Values): Promise<Values>;
}

/** The services that following settings requires. */
export interface SettingsServices {
  scope: Scope;
  events: Events;
  i18n: Pick<I18n, 'load'>;
}

/** Opens a form, and reloads it after changes made elsewhere, until stopped. */
export function followSettings(
  { scope, events, i18n }: SettingsServices,
  { plugin, changed, read, write }: FollowedSettings,
): { form: SettingsFormStore; stop: Undo } {
  const page = scope.child(`settings of ${plugin}`);
  const values = new LiveValue(
    page,
    async (signal) => {
      // Without its texts the form shows their keys, and can still be used.
      await i18n.load(plugin).catch(() => undefined);
      return await read(signal);
    },
    { events, follows: [changed] },
  );
  values.follow();
  return { form: new SettingsFormStore(values, write), stop: () => void page.dispose() };
}
