import { token } from '../token.ts';

/** What operators can do about a faulty plugin. Provided by the shell. Observable. */
export interface PluginAdmin {
  /** Whether the user is an operator. */
  readonly isOperator: boolean;
  /** Disables a plugin for everybody, after asking for confirmation. */
  disable(plugin: string): Promise<void>;
  /** The page on which a plugin is managed. */
  pageOf(plugin: string): string;
}

export const PLUGIN_ADMIN = token<PluginAdmin>('plugin-admin', 1);
