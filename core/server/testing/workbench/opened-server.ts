import type { CallHashes } from '#core/contract/call-hashes.ts';
import type { PluginManifest } from '#core/contract/plugin.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { OutsideContext } from '#core/server/plugins/outside-context.ts';
import type { ServerHalf } from '#core/server/plugins/server-plugin.ts';
import type { ProviderPorts } from '#core/server/services/providers/provider-ports.ts';

import type { SettableClock } from '../settable-clock.ts';
import type { Partner } from './partner.ts';

/** What a server for a test is started with. */
export interface OpenOptions {
  partners: readonly Partner[];
  services: Partial<ProviderPorts>;
}

/** A whole server with the plugin under test, started for one test file. */
export interface OpenedServer {
  manifest: PluginManifest;
  half: Pick<ServerHalf, 'schedules'>;
  /** Hashes of the calls that its halves share; null without any. */
  calls: CallHashes | null;
  /** What the plugin's half is given. */
  own: OutsideContext;
  /** The context of the server. */
  ctx: ServerContext;
  clock: SettableClock;
  /** What became of a material; undefined for one that is not there. */
  materialState(accountId: string, id: string): Promise<'preparing' | 'ready' | 'failed' | undefined>;
  /** Where it listens: `http://127.0.0.1:40123`. */
  address: string;
  /** Aborted when it closes. */
  closing: AbortSignal;
  /** For files of the test; removed when it closes. */
  folder: string;
  /** Kept between runs, for what takes long to make. */
  cacheFolder: string;
  close(): Promise<void>;
}

/** Starts a server. */
export type OpenServer = (options: OpenOptions) => Promise<OpenedServer>;

let opener: OpenServer | undefined;
const open = new Set<OpenedServer>();

/** Says how servers are started: the kit knows no program. */
export function openBy(start: OpenServer): void {
  opener = start;
}

/** @throws TypeError outside of `reelport plugin test` */
export async function openServer(options: OpenOptions): Promise<OpenedServer> {
  if (opener === undefined) {
    throw new TypeError('tests of a server half are run by "reelport plugin test", and lie in tests/server/');
  }
  const opened = await opener(options);
  open.add(opened);
  return opened;
}

/** Closes what a test file has opened. */
export async function closeServers(): Promise<void> {
  for (const server of open) await server.close();
  open.clear();
}
