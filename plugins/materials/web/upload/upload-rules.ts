import type { MessageParams } from '#core/contract/errors.ts';
import type { MessageKey } from '#core/contract/message-keys.ts';
import { enumerated } from '#core/web/i18n/enumerated.ts';

import { KINDS, type MaterialKind } from '#plugins/materials/calls.ts';
import { ENDINGS, LARGEST } from '#plugins/materials/limits.ts';

/** Why a file is not sent. */
export interface Refusal {
  text: MessageKey;
  params: MessageParams;
}

function endingOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot < 0 ? '' : name.slice(dot + 1).toLowerCase();
}

/** The kind that a file's ending says; null when it says none. */
export function kindOf(name: string): MaterialKind | null {
  const ending = endingOf(name);
  return KINDS.find((kind) => (ENDINGS[kind] as readonly string[]).includes(ending)) ?? null;
}

/** Endings as a file field takes them: `.mp4,.mov`. */
export function acceptOf(kinds: readonly MaterialKind[]): string {
  return kinds.flatMap((kind) => ENDINGS[kind].map((ending) => `.${ending}`)).join(',');
}

/** Why a file of this kind is refused, judged by name and size; null when it is accepted. */
export function refusalOf(
  file: Pick<File, 'name' | 'size'>,
  kind: MaterialKind,
  words: { readonly language: string },
): Refusal | null {
  if (!(ENDINGS[kind] as readonly string[]).includes(endingOf(file.name))) {
    return { text: `materials:refused.ending-${kind}`, params: { endings: enumerated(ENDINGS[kind], words) } };
  }
  if (file.size === 0) return { text: 'materials:refused.empty', params: {} };
  if (file.size > LARGEST[kind]) {
    return { text: 'materials:refused.size', params: { most: LARGEST[kind] / 1024 / 1024 } };
  }
  return null;
}
