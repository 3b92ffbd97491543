import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';
import type { ServiceAnswer, ServiceCall } from '#core/server/services/providers/service-call.ts';

import { personOfScan } from './person-of-scan.ts';
import { findScene, moveScene } from './scenes.ts';

/**
 * Takes what the platform of the QR login in use sends: who scanned a code of it confirms the code's scene.
 * @throws expected `account:refused.signature` (403), also while the provider in use expects nothing
 */
export async function receiveQrEvent(ctx: ServerContext, call: ServiceCall): Promise<ServiceAnswer> {
  const { id, provider } = await ctx.providers.use('qr-login');
  if (provider.receive === undefined) fail('account:refused.signature', {}, { kind: 'forbidden' });
  const { answer, scan } = await provider.receive(call).catch((error: unknown) => {
    if (!(error instanceof ProviderFailure) || error.kind !== 'refused') throw error;
    return fail('account:refused.signature', {}, { kind: 'forbidden', cause: error });
  });
  if (scan === null) return answer;
  const scene = await findScene(ctx, ctx.db, scan.sceneId);
  if (scene?.provider !== id) return answer;
  const personName = (await provider.nameOf?.(scan.person)) ?? null;
  const values = { person: personOfScan(id, scan.person), personName };
  await moveScene(ctx, ctx.db, scene, { from: ['waiting'], to: 'confirmed', values });
  return answer;
}
