import { reaction } from 'mobx';
import { z } from 'zod';

import { SETTINGS } from '../settings/settings.ts';
import { STORAGE } from '../storage/storage.ts';
import type { FrameHost } from './frame-host.ts';
import { FRAME_LIMITS, type HostApi } from './frame-protocol.ts';

const key = z.string().min(1).max(200);
const WATCHED = 100;

type StorageMethods = Pick<
  HostApi,
  'keep' | 'drop' | 'watchSetting' | 'writeSetting' | 'changeSettings' | 'watchOperatorSetting' | 'loadSettings'
>;

const changesSchema = z.record(key, z.json());

/** A frame's storage in this browser and its account settings, limited to the plugin's own part. */
export function hostStorage({ context, scope, tell }: FrameHost): StorageMethods {
  const storage = context.get(STORAGE);
  const settings = context.get(SETTINGS);
  const watched = new Set<string>();

  /** Sends the frame the current value, and again whenever it changes. */
  function follow(name: string, read: () => unknown, onChange: (value: unknown) => void): void {
    if (watched.has(name) || watched.size >= WATCHED) return;
    watched.add(name);
    scope.own(
      reaction(
        () => JSON.stringify(read()) as string | undefined,
        (text) => onChange(text === undefined ? undefined : (JSON.parse(text) as unknown)),
        { fireImmediately: true },
      ),
    );
  }

  return {
    keep(asked, value) {
      const name = key.parse(asked);
      const others = storage.keys().filter((other) => other !== name);
      const text = JSON.stringify(z.json().parse(value));
      const characters = others.reduce(
        (sum, other) => sum + other.length + JSON.stringify(storage.read(other) ?? null).length,
        name.length + text.length,
      );
      if (others.length >= FRAME_LIMITS.storageEntries || characters > FRAME_LIMITS.storageCharacters) {
        throw new TypeError(`storage: "${name}" is more than a plugin may keep here`);
      }
      storage.write(name, value);
    },
    drop: (asked) => storage.remove(key.parse(asked)),
    watchSetting(asked) {
      const name = key.parse(asked);
      follow(
        `account ${name}`,
        () => settings.read(name),
        (value) => tell((guest) => guest.setting(name, value)),
      );
    },
    watchOperatorSetting(asked) {
      const name = key.parse(asked);
      follow(
        `operator ${name}`,
        () => settings.readOperator(name),
        (value) => tell((guest) => guest.operatorSetting(name, value)),
      );
    },
    loadSettings: () => settings.load(),
    writeSetting: (asked, value) => settings.write(key.parse(asked), z.json().optional().parse(value)),
    changeSettings: (asked) => settings.change(changesSchema.parse(asked)),
  };
}

/** Everything that the plugin stores in this browser. */
export function keptOf({ context }: Pick<FrameHost, 'context'>): Record<string, unknown> {
  const storage = context.get(STORAGE);
  return Object.fromEntries(storage.keys().map((name) => [name, storage.read(name)]));
}
