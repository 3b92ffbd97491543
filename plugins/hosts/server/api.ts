import { serverToken } from '#core/server/plugins/server-token.ts';
import type { EgressRoute } from '#core/server/services/outbound/egress.ts';

/** A host that traffic can go out through. */
export interface RouteHost {
  id: string;
  name: string;
  /** Whether its last check could log in. */
  isUp: boolean;
}

/** The hosts of accounts as ways out of this installation. */
export interface HostRoutes {
  /** Those whose keys are confirmed, by name. */
  list(accountId: string): Promise<readonly RouteHost[]>;
  /** What all of them are called, by their ids, also those whose keys are not confirmed. */
  names(accountId: string): Promise<ReadonlyMap<string, string>>;
  /**
   * The way through a host, by an SSH connection that is kept while it is used; undefined when the account has no such
   * host. It fails, rather than going another way, while the host does not show its confirmed key or let anybody in.
   */
  route(accountId: string, id: string): Promise<EgressRoute | undefined>;
}

/** Ways out through hosts; absent while the plugin is off. */
export const HOST_ROUTES = serverToken<HostRoutes>('hosts.routes', 1);
