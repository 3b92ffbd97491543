// zod probes once whether it may evaluate code. The content security policy forbids that, and browsers report each
// attempt, so it is switched off here, also for plugins that bring zod. Must be imported first.
Reflect.set(globalThis, '__zod_globalConfig', { jitless: true });
