import { FEATURE_GATE } from '../features/feature-gate.ts';
import { EVENTS } from '../events/events.ts';
import { I18N } from '../i18n/i18n.ts';
import { PERMISSIONS } from '../permissions/permissions.ts';
import { ROUTER, type MatchedRoute } from '../router/router.ts';
import { SESSION, type Session } from '../session/session.ts';
import { THEME } from '../theme/theme.ts';
import { FEATURES } from '#core/contract/tiers.ts';

import type { FrameHost } from './frame-host.ts';
import type { FrameService, FrameSession, FrameState } from './frame-protocol.ts';

/** The current workbench state that a frame is sent. Reads observables only, so that a reaction can follow it. */
export function frameState(
  { context, status }: Pick<FrameHost, 'context' | 'status'>,
  services: readonly FrameService[],
): FrameState {
  const { language } = context.get(I18N);
  const { mode, system } = context.get(THEME);
  const { place, route } = context.get(ROUTER);
  const isHere = route?.plugin === context.id;
  const session = services.includes('session@1') ? context.get(SESSION) : null;
  const permissions = services.includes('permissions@1') ? context.get(PERMISSIONS) : null;
  const features = services.includes('feature-gate@1') ? context.get(FEATURE_GATE) : null;
  const events = services.includes('events@1') ? context.get(EVENTS) : null;
  return {
    status: plain(status()) as FrameState['status'],
    language,
    theme: mode,
    system,
    // Where the user is in other plugins' pages is none of its business.
    place: isHere ? { path: place.path, search: place.query.toString(), hash: place.hash } : NOWHERE,
    route: isHere ? plainRoute(route) : null,
    session: session === null ? null : sessionFacts(session),
    permissions: permissions === null ? null : [...permissions.list],
    features: features === null ? null : Object.values(FEATURES).filter((feature) => features.allows(feature)),
    connection: events === null ? null : events.connection,
  };
}

const NOWHERE = { path: '/', search: '', hash: '' };

function plainRoute({ plugin, page, path, params, isPublic }: MatchedRoute): MatchedRoute {
  return { plugin, page, path, params: { ...params }, isPublic };
}

function sessionFacts(session: Session): FrameSession {
  const { state, user, displayName, roleCode, features, level, isFree, isMainAccount, platforms } = session;
  return {
    ...{ state, displayName, roleCode, level, isFree, isMainAccount },
    user: plain(user),
    features: [...features],
    operator: session.operator === true,
    platforms: plain(platforms) as unknown[],
  };
}

/** Plain data, without observable wrappers. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value)) as unknown;
}
