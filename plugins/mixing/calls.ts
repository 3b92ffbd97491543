/** Every call of the plugin; server and browser find them here. */
export * from './effect-calls.ts';
export * from './font-calls.ts';
export * from './preview-calls.ts';
export * from './project-calls.ts';
export * from './run-calls.ts';
export * from './template-calls.ts';
