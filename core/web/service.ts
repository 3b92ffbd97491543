import type { Token } from './token.ts';

/** Fetches another service of the kernel. It may be kept and called later. */
export type GetService = <T>(token: Token<T>) => T;

/** How the kernel comes by a service. */
export interface KernelService<T = unknown> {
  token: Token<T>;
  make(get: GetService): T;
}

/** What a service may have: a view of itself for one plugin, which ends with the plugin or shows only its own. */
export interface PerPlugin<T> {
  /** @param signal fires when the plugin stops */
  forPlugin(plugin: string, signal: AbortSignal): T;
}

/**
 * Declares a service of the kernel; it is made once, when it is first asked for. Of one that is {@link PerPlugin}
 * each plugin gets its own view. One that has `dispose()` is disposed with the kernel.
 * @param make gets other services by `get`; two that need each other while being made are an error
 * @example service(THEME, () => createTheme())
 */
export function service<T>(token: Token<T>, make: (get: GetService) => T): KernelService<T> {
  return { token, make };
}
