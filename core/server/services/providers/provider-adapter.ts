import type { z } from 'zod';

import type { ProviderKind } from '#core/contract/provider-kinds.ts';

import type { ProviderPorts } from './provider-ports.ts';

/** Something that a service has to grant an app before it works. */
export interface ServiceScope {
  /** As the service's own console has it. */
  name: string;
  /** Text key: what it is for, and when it is needed. */
  about: string;
  /** What else it may be called. */
  others?: readonly string[];
  /** Needed only for some of it. */
  isOptional?: true;
}

/** What operators have to obtain of a service besides its keys. */
export interface ServiceAccess {
  scopes: readonly ServiceScope[];
  /** Text key: what the service reviews, and what works until it has. */
  review: string;
}

/** What a probe has found out besides that all is well. */
export interface ProbeReport {
  /** By the name of a {@link ServiceScope}, whether the service has granted it; absent for what it does not tell. */
  granted?: Readonly<Record<string, boolean>>;
}

/** Connects a service of one kind. Any plugin's server half brings adapters; operators choose which are in use. */
export interface ProviderAdapter<K extends ProviderKind = ProviderKind, S extends z.ZodObject = z.ZodObject> {
  readonly kind: K;
  /** The plugin's id, a dot and a name of small letters, digits and dashes: `harbour.voice`. Part of cache keys. */
  readonly id: string;
  /** Text key of its name, as operators read it. */
  readonly title: string;
  /** Text key of a sentence about it: what it is good for, where its keys come from. */
  readonly about?: string;
  /**
   * What operators fill in, as in `defineSettings`, with `.meta()` for titles; values with `secret: true` are encrypted
   * at rest and never shown again. A field without a default has to be filled in before the adapter can be used.
   */
  readonly settings?: S;
  /** Absent where keys are all that it takes, or nothing is. */
  readonly access?: ServiceAccess;
  /** Works without settings and without a network. The first such adapter of a kind is in use until operators choose. */
  readonly embedded?: boolean;
  /**
   * Makes the service usable with complete settings. Called on first use and again after the settings have changed; when
   * it throws, the next use tries again.
   * @throws expected what is missing, such as a program; ProviderFailure
   */
  open(settings: z.output<S>): Opened<K> | Promise<Opened<K>>;
}

/** A service that was opened. */
export type Opened<K extends ProviderKind> = ProviderPorts[K] & {
  /**
   * Finds out whether the service answers and takes the settings; it must cost nothing and change nothing. Where that
   * cannot be found out, there is none, and operators are told that only trying shows it.
   * @throws what is wrong
   */
  probe?(signal: AbortSignal): Promise<ProbeReport | void>;
};

/**
 * Declares an adapter.
 * @example
 * providers: () => [
 *   defineProvider({ kind: 'speech', id: 'harbour.voice', title: 'harbour:voice', settings, open: createVoice }),
 * ]
 */
export function defineProvider<K extends ProviderKind, S extends z.ZodObject = z.ZodObject>(
  adapter: ProviderAdapter<K, S>,
): ProviderAdapter<K, S> {
  return Object.freeze(adapter);
}
