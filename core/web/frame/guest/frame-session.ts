import type { Account, Platform } from '#core/contract/account-calls.ts';
import type { FeatureId, Level } from '#core/contract/tiers.ts';

import type { FeatureGate } from '#core/web/features/feature-gate.ts';
import type { UserPermissions } from '#core/web/permissions/permissions.ts';
import type { Session } from '#core/web/session/session.ts';
import type { FrameSession } from '../frame-protocol.ts';
import { send, type FrameLink } from './frame-link.ts';

type Linked = Pick<FrameLink, 'host' | 'state'>;

/** Who is logged in, read-only: nothing here can act on the user's behalf. */
export function frameSession(link: Linked): Session {
  const facts = (): FrameSession => {
    const { session } = link.state;
    if (session === null) throw new TypeError('the plugin was not granted session@1');
    return session;
  };
  const notHere = (): never => {
    throw new TypeError('a plugin in a frame reads the session and does not change it');
  };
  // The workbench sends its own session's data; the types are the same on both sides.
  const user = (): Account | null => facts().user as Account | null;
  return {
    get state() {
      return facts().state;
    },
    token: null,
    get user() {
      return user();
    },
    get displayName() {
      return facts().displayName;
    },
    get roleCode() {
      return facts().roleCode;
    },
    get features() {
      return facts().features;
    },
    get operator() {
      return facts().operator;
    },
    get level() {
      return facts().level as Level | null;
    },
    get isFree() {
      return facts().isFree;
    },
    get isMainAccount() {
      return facts().isMainAccount;
    },
    get platforms() {
      return facts().platforms as Platform[];
    },
    forcedOffline: false,
    deviceId: '',
    accept: notHere,
    async load() {
      return user() ?? notHere();
    },
    refresh: () => Promise.resolve(),
    logOut: notHere,
    clear: notHere,
  };
}

/** The user's permissions, as reported by the workbench. */
export function framePermissions(link: Linked): UserPermissions {
  return {
    get list() {
      return link.state.permissions ?? [];
    },
    has: (permission) => link.state.permissions?.includes(permission) ?? false,
    load: () => Promise.resolve(),
  };
}

/** What the user's tier includes; the workbench shows the upgrade dialog. */
export function frameFeatures(link: Linked): FeatureGate {
  const allows = (feature: FeatureId): boolean => link.state.features?.includes(feature) ?? false;
  const offerUpgrade: FeatureGate['offerUpgrade'] = (lacking) =>
    send(link.host.offerUpgrade(typeof lacking === 'number' ? lacking : null));
  return {
    allows,
    require(feature) {
      const isAllowed = allows(feature);
      if (!isAllowed) offerUpgrade(feature);
      return isAllowed;
    },
    offerUpgrade,
  };
}
