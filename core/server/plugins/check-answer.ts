import { open } from 'node:fs/promises';

import type { ProviderKind } from '#core/contract/provider-kinds.ts';
import type { SpeechRequest } from '#core/server/services/providers/speech.ts';

type Check = (answer: unknown, given: readonly unknown[]) => void | Promise<void>;

/** What methods of a port must answer, where the product would otherwise fail on it later and elsewhere. */
const CHECKS: Partial<Record<ProviderKind, Readonly<Record<string, Check>>>> = {
  speech: {
    languages(answer) {
      const isTag = (tag: unknown): boolean => typeof tag === 'string' && /^[a-z]{2,8}(-[a-z0-9]{1,8})*$/i.test(tag);
      if (!Array.isArray(answer) || !answer.every(isTag)) {
        throw new TypeError(`languages must answer a list of BCP 47 tags, got ${JSON.stringify(answer)}`);
      }
    },
    async speak(_answer, [request, path]) {
      if (!(await isWav(String(path)))) {
        const { language } = request as SpeechRequest;
        throw new TypeError(`speak must write a WAV file, and has written none for "${language}"`);
      }
    },
  },
};

/**
 * Looks at what a service of a half from outside has answered.
 * @returns the answer
 * @throws TypeError that says what is wrong with it
 */
export async function checkAnswer(
  kind: ProviderKind,
  name: string,
  given: readonly unknown[],
  answer: unknown,
): Promise<unknown> {
  if (name === 'open' && (typeof answer !== 'object' || answer === null)) {
    throw new TypeError(`open must answer an object, got ${typeof answer}`);
  }
  await CHECKS[kind]?.[name]?.(answer, given);
  return answer;
}

async function isWav(path: string): Promise<boolean> {
  const file = await open(path, 'r').catch(() => undefined);
  try {
    const { bytesRead, buffer } = (await file?.read(Buffer.alloc(12), 0, 12, 0)) ?? { bytesRead: 0 };
    return bytesRead === 12 && /^RIFF....WAVE$/s.test(buffer?.toString('latin1') ?? '');
  } finally {
    await file?.close();
  }
}
