import type { Grant } from '#core/contract/grants.ts';
import type { PluginEntry, PluginSource } from '#core/contract/plugin-index.ts';
import type { PluginManifest } from '#core/contract/plugin.ts';
import type { Level } from '#core/contract/tiers.ts';

import type { Inspection } from './package/inspection.ts';
import type { HalfState } from './half-state.ts';

/** An operator's choice for a plugin and a tier; `on` may also override the manifest. */
export type TierMode = 'on' | 'locked' | 'hidden';

/** One plugin of this installation, with the state that is the same for everybody. */
export interface KnownPlugin {
  /** With the effective gate: the manifest's, combined with the operators' choices for tiers. */
  manifest: PluginManifest;
  /** Switched off by an operator for everybody. */
  disabled: boolean;
  /** The operators' choices by tier; the manifest's own gate applies to the others. */
  tiers: Partial<Record<Level, TierMode>>;
  /** Where its browser half is loaded from; only for an outside plugin. */
  source?: PluginSource;
  /** Its texts for menus and titles, by language and complete key; only for an outside plugin. */
  texts?: PluginEntry['texts'];
  /** Why it cannot run for anybody; null when it can. */
  blocked: { reason: 'requires' | 'update' | 'server'; details: string[] } | null;
  /**
   * What waits although the plugin runs; only for an outside plugin. `grants`, by key: given for calls that an update of
   * the workbench has changed since, until an operator gives them again. `calls`, by key: of its server half, which is
   * another build, until that is updated.
   */
  waiting?: { grants: readonly string[]; calls: readonly string[] };
  /** The state of its server half on this node; only for a plugin that has one. */
  half?: HalfState;
  /** Without it nobody could switch anything on again, so it cannot be switched off or kept from a tier. */
  needed?: true;
}

/** How an outside plugin is installed. */
export interface InstallOptions {
  /** The operator's account. */
  actor: string;
  /** Where it came from: a file name, an address, or `dev`. */
  source: string;
  untrusted: boolean;
  /** Keys of the grants that the operator gives; must include all that are not optional. */
  grants: readonly string[];
}

/** How a developer's build is taken. It gives no grants: the plugin has those that operators gave it, or none. */
export interface PushOptions {
  /** The account by whose key it comes; only this account's sessions get it. */
  owner: string;
  /** Whether it runs in a frame of its own. */
  isolated: boolean;
}

/** A fault observed in a browser or a server process. */
export interface PluginFault {
  plugin: string;
  version: string;
  /** `integrity`, `requires`, `import`, `activate`, `render`, `effect`, `handler`, `promise`, `hang`, `server`. */
  phase: string;
  message: string;
  accountId: string | null;
  at: Date;
}

/** The state and use of one grant. */
export interface LedgerEntry {
  grant: Grant;
  /** Whether the plugin has it. */
  given: boolean;
  /** It was given for a call that is another now, and waits until it is given again. */
  changed: boolean;
  uses: number;
  lastUsedAt: Date | null;
}

/** A kept version of an outside plugin. */
export interface KeptVersion {
  version: string;
  installedAt: Date;
  installedBy: string;
  source: string;
  bytes: number;
  /** Integrity of its browser half. */
  integrity: string | null;
  current: boolean;
  /** At least one browser activated it without a fault. */
  proven: boolean;
  /** The installation abandoned it automatically; only an operator can bring it back. */
  rejected: boolean;
  /** Why it was abandoned, if known. */
  rejection: Rejection | null;
}

/** The last of the faults that made the installation abandon a version. */
export interface Rejection {
  /** ISO 8601. */
  at: string;
  phase: string;
  message: string;
}

/**
 * The plugins of this installation: those that ship with it and those that operators installed. Read from memory; a
 * change on any node reaches all nodes, and every open browser by the event `pluginsChanged`, within a second.
 */
export interface InstalledPlugins {
  /**
   * All of them, each after the plugins that it uses.
   * @param viewer an account: with the builds that came by its developer keys; what everybody has by default
   */
  list(viewer?: string | null): Promise<readonly KnownPlugin[]>;
  /** @param viewer as in {@link list} */
  find(id: string, viewer?: string | null): Promise<KnownPlugin | undefined>;
  /** Developers' builds of all plugins, or of one, whoever gets them. */
  builds(id?: string): Promise<readonly KnownPlugin[]>;
  /**
   * Reads a packed plugin and reports what installing it would do.
   * @throws expected `core:plugin.package-…` for a file that is not a package, is too large, or does not match
   * its
   * hashes
   */
  inspect(packed: Buffer, viewer?: string | null): Promise<Inspection>;
  /**
   * Installs or updates it; the previous version is kept for rolling back.
   * @throws expected what {@link inspect} throws, and its first finding of level `error`
   */
  install(packed: Buffer, options: InstallOptions): Promise<KnownPlugin>;
  /**
   * Takes a developer's build: it replaces the previous one of the same account, and is not a version to roll back to.
   * Installing a version ends all builds of the plugin.
   * @throws expected as {@link install}, except that grants may be missing
   */
  push(packed: Buffer, options: PushOptions): Promise<KnownPlugin>;
  /**
   * Ends the actor's own build where there is one, and otherwise rolls back to the last version that was proven to
   * work, or else to the previous one.
   * @returns the version that runs now
   * @throws expected `core:plugin.no-earlier`
   */
  rollBack(id: string, actor: string, why?: string): Promise<string>;
  /**
   * Removes the plugin with its code, settings, rules, grants, ledger and faults. The tables of a server half
   * are kept until it is purged.
   */
  remove(id: string, actor: string): Promise<void>;
  setDisabled(id: string, disabled: boolean, actor: string): Promise<void>;
  /** @param mode null restores the manifest's default */
  setTier(id: string, level: Level, mode: TierMode | null, actor: string): Promise<void>;
  setGrant(id: string, key: string, given: boolean, actor: string): Promise<void>;
  /**
   * Records a fault. When a version that was never proven to work has failed at `integrity`, `requires`, `import` or
   * `activate` twice, once of that for an operator or in a report of no account, or for a share of the members who are
   * logged in, the installation goes back to the previous version automatically.
   */
  fault(fault: Omit<PluginFault, 'at'>): Promise<void>;
  /**
   * Records that a browser has activated a version without a fault. An operator's word proves the version, or that of
   * as many members as may abandon it.
   * @param accountId null for what nobody reports, such as a test that the installation makes itself
   */
  proven(id: string, version: string, accountId: string | null): Promise<void>;
  /** Counts uses of a grant, one by default; stored in the background. */
  used(id: string, key: string, count?: number): void;
  faults(id: string, limit?: number): Promise<PluginFault[]>;
  ledger(id: string, viewer?: string | null): Promise<LedgerEntry[]>;
  /** With the viewer's own build, which is then the current one. */
  versions(id: string, viewer?: string | null): Promise<KeptVersion[]>;
  /** Reads a file that browsers load, by its path in the package, from a kept version `1.0.0` or `1.0.0+<build>`. */
  file(id: string, version: string, path: string): Promise<{ bytes: Buffer; integrity: string } | undefined>;
}
