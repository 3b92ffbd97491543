import type { Logger } from 'pino';

import type { InstalledPlugins } from '#core/server/services/plugin-registry/plugins.ts';

/** Which plugins operators have switched off, for code that cannot wait for the registry. */
export interface SwitchedOff {
  /** Whether it was off when the registry was last read; asking reads it again in the background. */
  has(id: string): boolean;
}

/** Creates {@link SwitchedOff} and reads the registry once. */
export async function createSwitchedOff(
  plugins: Pick<InstalledPlugins, 'list'>,
  log: Pick<Logger, 'warn'>,
): Promise<SwitchedOff> {
  let off: ReadonlySet<string> = new Set();
  const read = async () => {
    const list = await plugins.list();
    off = new Set(list.flatMap(({ disabled, manifest }) => (disabled ? [manifest.id] : [])));
  };
  await read();
  return {
    has(id) {
      read().catch((error: unknown) => log.warn({ err: error }, 'it could not be read which plugins are switched off'));
      return off.has(id);
    },
  };
}
