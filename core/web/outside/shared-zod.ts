// The zod of plugins from outside: another copy than the product's, which has only what the product uses. Schemas of
// both work together. rsbuild.config.ts keeps the copies apart.
// oxlint-disable-next-line no-restricted-imports -- fetched when a plugin from outside imports it, never at the start
export * from 'zod';
