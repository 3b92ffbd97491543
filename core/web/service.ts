import type { Token } from './token.ts';

/** Gets another kernel service. It may be kept and called later. */
export type GetService = <T>(token: Token<T>) => T;

/** How the kernel creates a service. */
export interface KernelService<T = unknown> {
  token: Token<T>;
  make(get: GetService): T;
}

/**
 * A service may implement this to give each plugin its own view of it, which ends with the plugin or shows only the
 * plugin's own data.
 */
export interface PerPlugin<T> {
  /** @param signal fires when the plugin stops */
  forPlugin(plugin: string, signal: AbortSignal): T;
}

/**
 * Declares a kernel service, created once when it is first asked for. If it is {@link PerPlugin}, each plugin gets its
 * own view. If it has `dispose()`, it is disposed with the kernel.
 * @param make gets other services with `get`; two services that need each other during creation are an error
 * @example service(THEME, () => createTheme())
 */
export function service<T>(token: Token<T>, make: (get: GetService) => T): KernelService<T> {
  return { token, make };
}
