import { PROVIDER_KINDS, type ProviderKind } from '#core/contract/provider-kinds.ts';

import type { ProviderAdapter } from '../provider-adapter.ts';

/**
 * Checks the adapters that a plugin brings.
 * @throws TypeError that names what to change
 */
export function checkAdapters(plugin: string, adapters: readonly ProviderAdapter[]): void {
  const seen = new Set<string>();
  for (const { kind, id, open } of adapters) {
    if (!PROVIDER_KINDS.includes(kind)) {
      throw new TypeError(`${plugin}: the provider "${id}" is of an unknown kind "${String(kind)}"`);
    }
    if (!id.startsWith(`${plugin}.`) || !/^[a-z][a-z0-9-]{0,59}$/.test(id.slice(plugin.length + 1))) {
      throw new TypeError(`${plugin}: the provider "${id}" must be named "${plugin}.…": small letters, digits, dashes`);
    }
    if (typeof open !== 'function') throw new TypeError(`${plugin}: open of the provider "${id}" must be a function`);
    if (seen.has(`${kind} ${id}`))
      throw new TypeError(`${plugin}: there are two providers "${id}" of the kind "${kind}"`);
    seen.add(`${kind} ${id}`);
  }
}

/** All adapters of a process, in the order of their plugins. */
export class AdapterList {
  private readonly byPlugin = new Map<string, readonly ProviderAdapter[]>();

  private get all(): readonly ProviderAdapter[] {
    return [...this.byPlugin.values()].flat();
  }

  /**
   * Says what a plugin brings, in place of what it brought before.
   * @throws TypeError for adapters that are not well formed
   */
  set(plugin: string, adapters: readonly ProviderAdapter[]): void {
    checkAdapters(plugin, adapters);
    this.byPlugin.set(plugin, adapters);
  }

  of(kind: ProviderKind): readonly ProviderAdapter[] {
    return this.all.filter((adapter) => adapter.kind === kind);
  }

  find(kind: ProviderKind, id: string): ProviderAdapter | undefined {
    return this.all.find((adapter) => adapter.kind === kind && adapter.id === id);
  }

  /** What is in use of a kind until operators choose. */
  embedded(kind: ProviderKind): ProviderAdapter | undefined {
    return this.all.find((adapter) => adapter.kind === kind && adapter.embedded === true);
  }
}
