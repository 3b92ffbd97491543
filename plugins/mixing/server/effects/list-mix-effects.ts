import { decide } from '#core/contract/decide.ts';
import type { MessageKey } from '#core/contract/message-keys.ts';
import type { SettingsField } from '#core/contract/settings-fields.ts';
import { isMessageKey, translate, type MessageLanguage } from '#core/server/ground/messages.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { Caller } from '#core/server/services/accounts/accounts.ts';
import { effectFields } from '#core/server/services/media/effect.ts';

import { mixEffectFieldSchema, type MixEffect, type MixEffectField } from '#plugins/mixing/calls.ts';

/** Lists the effects that there are here, and whether the caller may use them. */
export async function listMixEffects(
  ctx: Pick<ServerContext, 'media' | 'plugins'>,
  caller: Caller,
  language: MessageLanguage,
): Promise<{ items: MixEffect[] }> {
  const items = ctx.media.effects.list().map(async (effect): Promise<MixEffect> => {
    const { name, title, about } = effect;
    const words = (key: string | undefined) =>
      key === undefined || !isMessageKey(key) ? key : translate(language, key as MessageKey);
    return {
      ...{ name, title: words(title) ?? name, about: words(about) ?? null },
      fields: effectFields(effect).map((field) => inWords(field, words)),
      state: await effectState(ctx, caller, name),
    };
  });
  return { items: await Promise.all(items) };
}

/** Whether an account may use an effect: as its plugin is switched on, and open to it. */
export async function effectState(
  { plugins }: Pick<ServerContext, 'plugins'>,
  caller: Caller,
  name: string,
): Promise<MixEffect['state']> {
  const plugin = await plugins.find(name.slice(0, name.indexOf('.')));
  if (plugin === undefined || plugin.disabled || plugin.blocked !== null) return 'off';
  const decision = decide(plugin.manifest.gate, caller);
  if (decision.allowed) return 'ready';
  return decision.reason === 'tier' || decision.reason === 'feature' ? 'locked' : 'off';
}

type Words = (key: string | undefined) => string | undefined;

/** A field with its texts in the reader's language. */
function inWords({ title, description, choices, ...field }: SettingsField, words: Words): MixEffectField {
  return mixEffectFieldSchema.parse({
    ...field,
    ...{ title: words(title) ?? field.key, description: words(description) },
    choices: choices?.map(({ value, label }) => ({ value, label: words(label) ?? value })),
  });
}
