import type { PluginSource } from '#core/contract/plugin-index.ts';

import type { PluginContext } from '../plugin-context.ts';
import { tokenNamed } from '../token.ts';
import { FRAME_SERVICES, type FrameService } from './frame-protocol.ts';

/** The services that a framed plugin was granted and its context has, besides the free ones. */
export function servicesOf(source: PluginSource, context: PluginContext): readonly FrameService[] {
  const granted = new Set(source.grants.map((grant) => (grant.kind === 'http' ? 'http@1' : grant.token)));
  // Calls to its own server half need no grant.
  if (source.calls !== null) granted.add('http@1');
  return FRAME_SERVICES.filter((name) => granted.has(name) && context.tryGet(tokenNamed(name)) !== undefined);
}
