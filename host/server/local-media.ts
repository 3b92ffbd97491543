import type { Command } from '#core/server/plugins/command.ts';
import { createMedia } from '#core/server/services/media/create-media.ts';
import type { Media } from '#core/server/services/media/media.ts';
import type { Providers } from '#core/server/services/providers/providers.ts';
import { embeddedProviders } from '#core/server/services/providers/registry/embedded-providers.ts';
import { espeak } from '#plugins/engines/server/espeak/espeak.ts';

/** The media engine with what a command brings to it, and a voice, without a server. */
export async function createLocalMedia(
  cacheFolder: string,
  { operations = [], effects = [] }: Pick<Command, 'operations' | 'effects'>,
): Promise<{ media: Media; providers: Pick<Providers, 'use' | 'inOrder'>; close(): Promise<void> }> {
  const media = await createMedia({ folder: cacheFolder });
  media.operations.add(operations);
  media.effects.add(effects);
  return { media, providers: embeddedProviders([espeak]), close: media.close };
}
