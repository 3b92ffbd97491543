import { token } from '../token.ts';

/** What operators can do about a plugin where it went wrong. The shell provides it. Observable. */
export interface PluginCare {
  /** Whether the reader is an operator. */
  readonly mayCare: boolean;
  /** Asks, and switches a plugin off for everybody. */
  disable(plugin: string): Promise<void>;
  /** Where a plugin is managed. */
  pageOf(plugin: string): string;
}

export const PLUGIN_CARE = token<PluginCare>('plugin-care', 1);
