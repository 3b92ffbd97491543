import type { ProviderKind } from '#core/contract/provider-kinds.ts';

import type { ProviderFailure } from './provider-failure.ts';

/** Why and until when a service is asked after the others of its order. */
export interface ServiceRest extends Pick<ProviderFailure, 'kind' | 'message'> {
  until: Date;
}

/** Milliseconds that a service rests which has failed: for a moment, by its settings, or because its quota is used up. */
const [MOMENT, SETTINGS, SPENT] = [60_000, 5 * 60_000, 30 * 60_000];
const LETTERS = 500;

/** How long a failure keeps a service from being asked first; null for one that is about the request alone. */
export function restAfter({ kind, message, until }: ProviderFailure, now: Date): ServiceRest | null {
  if (kind === 'refused') return null;
  const told = { kind, message: message.slice(0, LETTERS) };
  const least = new Date(now.getTime() + MOMENT);
  // Whatever a service says: nobody shall have to wait a day until it is tried again.
  const most = new Date(now.getTime() + SPENT);
  if (kind === 'unavailable') return { ...told, until: least };
  if (kind !== 'limited') return { ...told, until: new Date(now.getTime() + SETTINGS) };
  if (until === null || until > most) return { ...told, until: most };
  return { ...told, until: until < least ? least : until };
}

/** Remembers for all processes which services have failed. */
export interface ServiceRests {
  /** Those of a kind that rest now, by the ids of their adapters. */
  of(kind: ProviderKind): Promise<ReadonlyMap<string, ServiceRest>>;
  begin(kind: ProviderKind, id: string, rest: ServiceRest): Promise<void>;
  /** Ends the rest of one, or of all of a kind. */
  end(kind: ProviderKind, id?: string): Promise<void>;
}
