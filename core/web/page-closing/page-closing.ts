import type { PluginShutdown, PluginRecord } from '../plugins/plugins.ts';
import type { MatchedRoute } from '../router/router.ts';
import { token } from '../token.ts';

/** What happened to the plugin of a page. */
export type GoneReason =
  | 'shell:gone.operator'
  | 'shell:gone.membership'
  | 'shell:gone.page'
  | 'shell:gone.blocked'
  | 'shell:gone.updated';

/** A page that somebody stays on although its plugin has to stop. */
export interface Staying {
  readonly plugin: string;
  readonly why: GoneReason;
  /** Files can be made of what is not saved. */
  readonly canRescue: boolean;
  /** Makes them anew, and saves them. */
  rescue(): Promise<void>;
  /** Ends it. */
  close(): void;
}

/** Closes pages whose plugin has to stop, through their own question about what is not saved. Observable. */
export interface PageClosing {
  /** The page that somebody stays on; null for none. */
  readonly staying: Staying | null;
  /**
   * Closes what is shown of a plugin.
   * @returns settled when it is closed; undefined when nothing of it is shown, or it is drawn anew in its place
   */
  closePages(shutdown: PluginShutdown): Promise<void> | undefined;
  /** Closes the one page of a plugin that its index has no more. */
  closePage(route: MatchedRoute, record: PluginRecord): Promise<void>;
}

/** What ends the question about a page. */
export type GoneAnswer = 'stay' | 'close';

/** Closes pages whose plugin has to stop; see {@link PageClosing}. */
export const PAGE_CLOSING = token<PageClosing>('page-closing', 1);
