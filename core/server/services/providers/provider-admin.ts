import type { ProviderKind } from '#core/contract/provider-kinds.ts';
import type { SettingsShape } from '#core/contract/plugin-settings.ts';
import type { OperatorValues } from '#core/server/services/settings/server-settings.ts';

import type { ServiceAccess } from './provider-adapter.ts';
import type { PictureLines } from './picture-text.ts';
import type { ServiceRest } from './service-rests.ts';

/** What operators have chosen for a kind; null while they have not. */
export type ProviderChoice = {
  /** Ids of the adapters in use: one at most, or several of a kind that may have several, in their order. */
  adapters: string[];
  /** Whether the embedded default stands in for a chosen one that cannot be used. */
  orEmbedded: boolean;
} | null;

/** Whether an adapter can be used: `incomplete` while fields have to be filled in, `gone` when it is chosen only. */
export type AdapterState = 'ready' | 'incomplete' | 'disabled' | 'stopped' | 'gone';

/** An adapter as operators see it. */
export interface ListedAdapter {
  id: string;
  plugin: string;
  /** Text keys; null for one that is gone, and for one without a sentence about it. */
  title: string | null;
  about: string | null;
  /** What it takes besides keys; null for nothing. */
  access: ServiceAccess | null;
  embedded: boolean;
  state: AdapterState;
  /** The fields that have to be filled in. */
  missing: readonly string[];
  /** Its settings as data; null without any. */
  shape: SettingsShape | null;
  /** Until when and why others of its order are asked before it; null while it is asked in its turn. */
  rest: ServiceRest | null;
}

/** A kind of services as operators see it. */
export interface ListedKind {
  kind: ProviderKind;
  /** Whether several of them may be in use at once. */
  several: boolean;
  /** Whether several of them may be chosen in an order, of which the next does what those before it cannot. */
  ordered: boolean;
  /** Null while operators have not chosen. */
  choice: ProviderChoice;
  /** Ids of what is in use, or would be if it could. */
  inUse: readonly string[];
  /** Whether one of this kind can be tried. */
  triable: boolean;
  adapters: readonly ListedAdapter[];
}

/** What a look at an adapter has shown. */
export interface AdapterHealth {
  /** Whether the service was asked; else only its settings were looked at. */
  probed: boolean;
  /** Why it cannot be used; null when nothing is wrong. */
  problem: { error: unknown } | null;
  /** Tags of the languages that it knows; null for kinds without languages, and while something is wrong. */
  languages: readonly string[] | null;
  /** By the name of a scope, whether the service has granted it; empty where it does not tell. */
  granted: Readonly<Record<string, boolean>>;
  milliseconds: number;
}

/** What trying a service has given. */
export type TryOutAnswer =
  | { kind: 'sound'; /** A WAV file. */ bytes: Buffer }
  | { kind: 'text'; text: string }
  | ({ kind: 'picture-text' } & PictureLines)
  | { kind: 'picture'; /** A JPEG file. */ bytes: Buffer }
  | { kind: 'sent' };

/** What operators do with services. */
export interface ProviderAdmin {
  list(): Promise<ListedKind[]>;
  /**
   * Chooses what is in use of a kind.
   * @throws expected `core:provider.unknown` (422) for an adapter that is not there, or more than the kind takes
   */
  choose(kind: ProviderKind, choice: NonNullable<ProviderChoice>, actor: string): Promise<void>;
  /** What is filled in, secrets masked. @throws expected `core:provider.unknown` (404) */
  readSettings(kind: ProviderKind, id: string): Promise<OperatorValues>;
  /**
   * Fills in some of it; null takes a value away.
   * @throws InvalidRequest; expected `core:provider.unknown` (404)
   */
  writeSettings(kind: ProviderKind, id: string, changes: OperatorValues, actor: string): Promise<void>;
  /** Looks whether an adapter can be used, chosen or not; ends within some seconds. Never fails. */
  check(kind: ProviderKind, id: string): Promise<AdapterHealth>;
  /** What trying it takes, as data. @throws as `Providers.use` for one that cannot be used */
  tryOutShape(kind: ProviderKind, id: string, language: 'zh' | 'en'): Promise<SettingsShape | null>;
  /**
   * Tries it as it is set up, chosen or not. It may cost, and a message is really sent.
   * @throws InvalidRequest for a request that does not fit; whatever the service throws
   */
  tryOut(kind: ProviderKind, id: string, request: Readonly<Record<string, unknown>>): Promise<TryOutAnswer>;
}
