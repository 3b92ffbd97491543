import { fail } from '#core/contract/errors.ts';
import { isMessageKey, translate, type MessageLanguage } from '#core/server/ground/messages.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { Caller } from '#core/server/services/accounts/accounts.ts';

import type { MixProject } from '#plugins/mixing/project.ts';
import { assertEffect } from './assert-effects-run.ts';
import { effectState } from './list-mix-effects.ts';

/**
 * Refuses a project with an effect that its owner cannot use, before any work is done for it.
 * @throws expected `mixing:effect-missing`, `mixing:effect-settings` (422), `mixing:effect-locked` (403)
 */
export async function assertEffects(
  ctx: Pick<ServerContext, 'media' | 'plugins'>,
  caller: Caller,
  project: MixProject,
  language: MessageLanguage,
): Promise<void> {
  for (const { effect, name: group } of project.groups) {
    if (effect === undefined) continue;
    const title = ctx.media.effects.find(effect.name)?.title;
    const told = {
      group,
      effect: title !== undefined && isMessageKey(title) ? translate(language, title) : effect.name,
    };
    const state = await effectState(ctx, caller, effect.name);
    if (state === 'locked') fail('mixing:effect-locked', told, { kind: 'forbidden' });
    if (state === 'off') fail('mixing:effect-missing', told, { kind: 'invalid' });
    assertEffect(ctx.media, effect, told);
  }
}
