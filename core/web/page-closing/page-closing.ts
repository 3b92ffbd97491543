import type { PluginShutdown, PluginRecord } from '../plugins/plugins.ts';
import type { MatchedRoute } from '../router/router.ts';
import { token } from '../token.ts';

/** Why the plugin of a page goes away. */
export type ClosingReason =
  | 'shell:gone.operator'
  | 'shell:gone.membership'
  | 'shell:gone.page'
  | 'shell:gone.blocked'
  | 'shell:gone.updated';

/** A page that the user keeps open although its plugin has to stop. */
export interface KeptPage {
  readonly plugin: string;
  readonly why: ClosingReason;
  /** Whether unsaved work can be downloaded as files. */
  readonly canRescue: boolean;
  /** Downloads the unsaved work. */
  rescue(): Promise<void>;
  /** Closes the page. */
  close(): void;
}

/** Closes pages whose plugin has to stop, asking about unsaved work first. Observable. */
export interface PageClosing {
  /** The page that the user keeps open; null for none. */
  readonly staying: KeptPage | null;
  /**
   * Closes the pages of a plugin.
   * @returns a promise that settles when they are closed; undefined when none is shown, or it is replaced in place
   */
  closePages(shutdown: PluginShutdown): Promise<void> | undefined;
  /** Closes the one page that a plugin's new index entry no longer lists. */
  closePage(route: MatchedRoute, record: PluginRecord): Promise<void>;
}

/** The answer to the question about a page. */
export type ClosingAnswer = 'stay' | 'close';

/** Closes pages whose plugin has to stop; see {@link PageClosing}. */
export const PAGE_CLOSING = token<PageClosing>('page-closing', 1);
