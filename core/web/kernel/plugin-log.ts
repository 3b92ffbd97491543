import type { PluginLog } from '../plugin-context.ts';

/** Creates the log of a plugin, or of the kernel itself. */
export function createPluginLog(id: string): PluginLog {
  const line =
    (level: 'info' | 'warn' | 'error') =>
    (message: string, ...details: unknown[]): void => {
      console[level](`[${id}] ${message}`, ...details);
    };
  return { info: line('info'), warn: line('warn'), error: line('error') };
}
