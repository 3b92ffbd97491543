// Entry of the chunk that is loaded with the first external plugin.
export { loadOutside } from './load-outside.ts';
export { createPluginReports } from './report-plugins.ts';
