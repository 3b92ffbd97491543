import type { Events } from '#core/web/events/events.ts';
import type { I18n } from '#core/web/i18n/i18n.ts';
import type { Undo } from '#core/web/scope.ts';
import { SettingsFormStore, type SettingsFormOptions } from './SettingsFormStore.ts';

/** The settings of one plugin: where a form reads and writes them, and what tells that somebody else has. */
export interface FollowedSettings extends SettingsFormOptions {
  /** The plugin, whose texts name the fields. */
  plugin: string;
  /** Hears that they were changed elsewhere. */
  onChange(events: Pick<Events, 'on'>, changed: () => void): Undo;
}

/** Opens a form, and reads it anew whenever its settings are changed elsewhere, until it is stopped. */
export function followSettings(
  { events, i18n }: { events: Pick<Events, 'on'>; i18n: Pick<I18n, 'load'> },
  { plugin, onChange, read, write }: FollowedSettings,
): { form: SettingsFormStore; stop: Undo } {
  const form = new SettingsFormStore({
    async read(signal) {
      // Without its texts its own keys are shown, which can still be set.
      await i18n.load(plugin).catch(() => undefined);
      return read(signal);
    },
    write,
  });
  const again = (): void => void form.reading.load();
  const unhear = onChange(events, again);
  again();
  return {
    form,
    stop() {
      void unhear();
      form.reading.stop();
    },
  };
}
