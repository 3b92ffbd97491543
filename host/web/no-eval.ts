// zod tries once whether it may make code of text. The content security policy forbids that, and browsers report
// each try; plugins that bring zod find it switched off. It comes before all other imports.
Reflect.set(globalThis, '__zod_globalConfig', { jitless: true });
