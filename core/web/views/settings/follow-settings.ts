import type { Events } from '#core/web/events/events.ts';
import type { I18n } from '#core/web/i18n/i18n.ts';
import type { HeardEvent } from '#core/web/live/heard-event.ts';
import { LiveValue } from '#core/web/live/LiveValue.ts';
import type { Scope, Undo } from '#core/web/scope.ts';
import { SettingsFormStore } from './SettingsFormStore.ts';

type Values = Readonly<Record<string, unknown>>;

/** The settings of one plugin: where a form reads and writes them, and what tells that somebody else has. */
export interface FollowedSettings {
  /** The plugin, whose texts name the fields. */
  plugin: string;
  /** What tells that they were changed elsewhere. */
  changed: HeardEvent;
  read(signal: AbortSignal): Promise<Values>;
  /** Sets what is named, null for the default; answers everything that is set then. @throws HttpFailure */
  write(changes: Values): Promise<Values>;
}

/** What following settings takes. */
export interface SettingsServices {
  scope: Scope;
  events: Events;
  i18n: Pick<I18n, 'load'>;
}

/** Opens a form, and reads it anew whenever its settings are changed elsewhere, until it is stopped. */
export function followSettings(
  { scope, events, i18n }: SettingsServices,
  { plugin, changed, read, write }: FollowedSettings,
): { form: SettingsFormStore; stop: Undo } {
  const page = scope.child(`settings of ${plugin}`);
  const values = new LiveValue(
    page,
    async (signal) => {
      // Without its texts its own keys are shown, which can still be set.
      await i18n.load(plugin).catch(() => undefined);
      return await read(signal);
    },
    { events, follows: [changed] },
  );
  values.follow();
  return { form: new SettingsFormStore(values, write), stop: () => void page.dispose() };
}
