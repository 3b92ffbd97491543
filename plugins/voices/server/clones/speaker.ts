import { z } from 'zod';

import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { InUse } from '#core/server/services/providers/providers.ts';

import { lendSample } from './lend-sample.ts';
import { ownVoice, voiceAt, type Own } from './own-voices.ts';

/**
 * A voice of an account as a service that speaks, with this voice alone.
 * @throws expected `voices:missing` (404), `voices:not-ready` (409) for one that was not made or is being deleted,
 *   `voices:elsewhere-named` (409) for one of another service, and as `Providers.use`
 */
export async function speakerOf(ctx: ServerContext, own: Own): Promise<InUse<'speech'>> {
  // A project says by itself which voice it wants.
  if (!z.uuid().safeParse(own.id).success) return fail('voices:missing', {}, { kind: 'not-found' });
  const row = await ownVoice(ctx.db, own);
  if (row.state !== 'success' && row.state !== 'normal') return fail('voices:not-ready', {}, { kind: 'conflict' });
  const { id: service, provider } = await ctx.providers.use('voices');
  const voice = voiceAt(row.copies, service);
  if (voice === null) return fail('voices:elsewhere-named', { name: row.name }, { kind: 'conflict' });
  return {
    id: `${service}/${row.id}`,
    provider: {
      version: `${provider.version} ${voice}`,
      isRobotic: provider.likeness === 'tone',
      languages: () => provider.languages(),
      speak: ({ voice: _only, ...request }, path, signal) =>
        provider.speak(
          { id: voice, sample: (use) => lendSample(ctx, row, provider.sample, use) },
          request,
          path,
          signal,
        ),
    },
  };
}
