import type { OrderedKind, ProviderKind, SeveralKind, SingleKind } from '#core/contract/provider-kinds.ts';

import type { Opened } from './provider-adapter.ts';
import type { ProviderAdmin } from './provider-admin.ts';
import type { ServiceTurn } from './try-in-order.ts';

/** A service in use. */
export interface InUse<K extends ProviderKind> {
  /** The adapter's id; part of cache keys. */
  readonly id: string;
  readonly provider: Opened<K>;
}

/** One of the services in use of a kind, in their order; `tryInOrder` asks one after the other. */
export interface Ordered<K extends OrderedKind> extends InUse<K>, ServiceTurn {}

/** Services by kind, as operators have chosen them. Whoever uses one asks anew each time: the choice may change. */
export interface Providers {
  /**
   * The service in use of a kind: the chosen one, or the embedded default until operators choose. A chosen one that
   * cannot be used is a failure, unless operators have chosen another one behind it, or allowed the embedded default in
   * its place.
   * @throws expected `core:provider.none-<kind>` (503) when none is chosen or there is none; `core:provider.gone`,
   * `core:provider.disabled`, `core:provider.stopped`, `core:provider.incomplete`, `core:provider.failed` (503) for one
   * that cannot be used; whatever opening it throws
   */
  use<K extends SingleKind>(kind: K): Promise<InUse<K>>;
  /**
   * The services in use of a kind that can be used, in the operators' order, the embedded default last where it may
   * stand in. Those that have failed a short while ago come behind the others.
   * @throws as {@link Providers.use} where none can be used
   */
  inOrder<K extends OrderedKind>(kind: K): Promise<readonly Ordered<K>[]>;
  /**
   * The embedded default in the place of a service in use that has failed at its work.
   * @returns null where operators have not allowed that, or it is the embedded default that has failed
   */
  standIn<K extends SingleKind>(kind: K): Promise<InUse<K> | null>;
  /**
   * One of the services in use of a kind that may have several.
   * @throws expected `core:provider.unused` (503) for one that is not in use; as {@link Providers.use}
   */
  one<K extends SeveralKind>(kind: K, id: string): Promise<InUse<K>>;
  /** The services in use of a kind that may have several; those that cannot be used now are left out. */
  every<K extends SeveralKind>(kind: K): Promise<readonly InUse<K>[]>;
  /** Text key of an adapter's name; null for one that is not there. */
  titleOf(kind: ProviderKind, id: string): string | null;
  /** What operators do with services; not for plugins from outside. */
  readonly admin: ProviderAdmin;
}
