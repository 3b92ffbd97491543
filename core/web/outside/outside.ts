// The chunk that the first plugin from outside brings.
export { loadOutside } from './load-outside.ts';
export { createPluginReports } from './report-plugins.ts';
