import { operatorSettingsChanged } from './kernel-events.ts';

/** Operators have chosen another service or changed the settings of one, on the page of the plugin `providers`. */
export const providersChanged = operatorSettingsChanged('providers');
