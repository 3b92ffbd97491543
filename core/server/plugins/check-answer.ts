import { open } from 'node:fs/promises';

import type { ProviderKind } from '#core/contract/provider-kinds.ts';
import type { ProviderPorts } from '#core/server/services/providers/provider-ports.ts';
import type { SpeechRequest } from '#core/server/services/providers/speech.ts';
import type { SentFile, TargetProvider } from '#core/server/services/providers/targets.ts';

type Check = (answer: unknown, given: readonly unknown[], port: object) => void | Promise<void>;

/** What a service of each kind cannot do without; its port may have more. */
const METHODS: { [K in ProviderKind]: readonly (keyof ProviderPorts[K])[] } = {
  speech: ['languages', 'speak'],
  transcription: ['languages', 'transcribe'],
  'picture-text': ['languages', 'read'],
  // One form has methods, the other is the workbench's own.
  inpainting: [],
  translation: ['pairs', 'translate'],
  voices: ['languages', 'create', 'speak', 'remove'],
  portraits: ['start', 'check', 'fetch', 'cancel'],
  channels: ['authorise', 'exchange', 'refresh', 'rules', 'publish', 'check'],
  targets: ['send'],
  products: ['resolve'],
  payment: ['open', 'check', 'close', 'refund', 'checkRefund', 'receive'],
  sms: ['send'],
  'qr-login': ['createCode'],
  // One form has a method, the other is looked at by the workbench itself.
  captcha: [],
  mail: ['send'],
};

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
  targets: {
    async send(_answer, [file, work], port) {
      const { arrived } = port as TargetProvider;
      if (arrived === undefined) return;
      const said: unknown = await arrived.call(port, file as SentFile, work as Parameters<typeof arrived>[1]);
      if (said === true) return;
      const { name } = file as SentFile;
      throw new TypeError(`send has ended, but asked whether "${name}" has arrived it answers ${JSON.stringify(said)}`);
    },
  },
};

/**
 * Looks at what a service of a half from outside has answered.
 * @param called which method, what it was given, and the service that has it
 * @returns the answer
 * @throws TypeError that says what is wrong with it
 */
export async function checkAnswer(
  kind: ProviderKind,
  { port, name, given }: { port: object; name: string; given: readonly unknown[] },
  answer: unknown,
): Promise<unknown> {
  await CHECKS[kind]?.[name]?.(answer, given, port);
  return answer;
}

/**
 * Looks at what an adapter of a half from outside has opened.
 * @returns it
 * @throws TypeError when it is no service of that kind
 */
export function checkPort(kind: ProviderKind, port: unknown): unknown {
  if (typeof port !== 'object' || port === null) throw new TypeError(`open must answer an object, got ${typeof port}`);
  const lacks = METHODS[kind].find((method) => typeof Reflect.get(port, method) !== 'function');
  if (lacks !== undefined) throw new TypeError(`what open answers has no method "${String(lacks)}"`);
  return port;
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
