/** Topic of the event that tells an account's browsers which namespace of its settings has changed. */
export const ACCOUNT_SETTINGS_TOPIC = 'settings';

/** Topic of the event that tells every browser that operators have set something else for a plugin. */
export function operatorSettingsTopic(plugin: string): string {
  return `plugin-settings.${plugin}`;
}
