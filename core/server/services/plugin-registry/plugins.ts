import type { Grant } from '#core/contract/grants.ts';
import type { PluginEntry, PluginSource } from '#core/contract/plugin-index.ts';
import type { PluginManifest } from '#core/contract/plugin.ts';
import type { Level } from '#core/contract/tiers.ts';

import type { Inspection } from './package/inspection.ts';
import type { HalfState } from './half-state.ts';

/** What an operator chose for a plugin and a tier; `on` also where the manifest says otherwise. */
export type TierMode = 'on' | 'locked' | 'hidden';

/** One plugin of this installation, in its state for everybody. */
export interface KnownPlugin {
  /** With the effective gate: the manifest's, with the operators' choices for tiers. */
  manifest: PluginManifest;
  /** Switched off by an operator for everybody. */
  disabled: boolean;
  /** What operators chose, by tier; the manifest's own gate holds for the others. */
  tiers: Partial<Record<Level, TierMode>>;
  /** Present for a plugin from outside: where its browser half comes from. */
  source?: PluginSource;
  /** Its texts for menus and titles, by language and whole key; present for a plugin from outside. */
  texts?: PluginEntry['texts'];
  /** Why it cannot run for anybody; null when it can. */
  blocked: { reason: 'requires' | 'update' | 'server'; details: string[] } | null;
  /** Present for a plugin from outside that has a server half: the half's state on this node. */
  half?: HalfState;
  /** Without it nobody could switch anything on again, so it cannot be switched off or kept from a tier. */
  needed?: true;
}

/** How a plugin from outside is installed. */
export interface InstallOptions {
  /** The account of the operator. */
  actor: string;
  /** What it was installed from: a file's name, an address, `dev`. */
  source: string;
  untrusted: boolean;
  /** Keys of the grants that the operator gives; of those that are not optional all must be among them. */
  grants: readonly string[];
  /** Pushed by its developer: replaces the previous build and is not a version to roll back to. */
  dev?: boolean;
}

/** A fault that a browser or a server process has seen. */
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
  given: boolean;
  uses: number;
  lastUsedAt: Date | null;
}

/** A version of a plugin from outside that is kept. */
export interface KeptVersion {
  version: string;
  installedAt: Date;
  installedBy: string;
  source: string;
  bytes: number;
  /** Integrity of its browser half. */
  integrity: string | null;
  current: boolean;
  /** Some browser activated it without a fault. */
  proven: boolean;
  /** The installation abandoned it automatically; only an operator can bring it back. */
  rejected: boolean;
  /** Why it was abandoned, where that is known. */
  rejection: Rejection | null;
}

/** The last of the faults for which the installation abandoned a version. */
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
  /** All of them, each after the plugins that it uses. */
  list(): Promise<readonly KnownPlugin[]>;
  find(id: string): Promise<KnownPlugin | undefined>;
  /**
   * Reads a packed plugin and says what it would do.
   * @throws expected `core:plugin.package-…` for a file that is not a package, is too large, or does not match its
   * hashes
   */
  inspect(packed: Buffer): Promise<Inspection>;
  /**
   * Installs or updates it; the previous version is kept for rolling back.
   * @throws expected what {@link inspect} throws, and its first finding of level `error`
   */
  install(packed: Buffer, options: InstallOptions): Promise<KnownPlugin>;
  /**
   * Goes back to the last version that was proven to work, else to the previous one. @throws expected
   * `core:plugin.no-earlier`
   */
  rollBack(id: string, actor: string, why?: string): Promise<string>;
  /**
   * Removes all of it: code, settings, rules, grants, ledger, faults; tables of a server half stay until it is purged.
   */
  remove(id: string, actor: string): Promise<void>;
  setDisabled(id: string, disabled: boolean, actor: string): Promise<void>;
  /** @param mode null for what the manifest says */
  setTier(id: string, level: Level, mode: TierMode | null, actor: string): Promise<void>;
  setGrant(id: string, key: string, given: boolean, actor: string): Promise<void>;
  /**
   * Records a fault. When a version that was never proven to work has failed twice at `integrity`, `requires`, `import`
   * or `activate`, the installation goes back to the previous version automatically. A member's reports count once
   * while other members are logged in; an operator's, and those of no account, count each time.
   */
  fault(fault: Omit<PluginFault, 'at'>): Promise<void>;
  /** Records that a browser has activated a version without a fault. */
  proven(id: string, version: string): Promise<void>;
  /** Counts the use of a grant; stored in the background. */
  used(id: string, key: string): void;
  faults(id: string, limit?: number): Promise<PluginFault[]>;
  ledger(id: string): Promise<LedgerEntry[]>;
  versions(id: string): Promise<KeptVersion[]>;
  /** A file that browsers load, of a version that is kept, `1.0.0` or `1.0.0+<build>`, by its path in the package. */
  file(id: string, version: string, path: string): Promise<{ bytes: Buffer; integrity: string } | undefined>;
}
