import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { TestScope } from '#core/server/testing/test-scope.ts';
import type { CallData } from '#core/contract/call.ts';
import type { TimedDocument } from '#plugins/copywriting/calls.ts';
import type { Dub, readDub, speakLine } from '#plugins/translation/dub-calls.ts';
import { music, RATE, wavOf } from '#tests/fixtures/words/pcm.ts';
import { say } from '#tests/fixtures/words/spoken-sound.ts';
import { makeClip } from '#tests/integration/media/media-kit.ts';
import { startTranslationKit } from '#tests/integration/translation/translation-kit.ts';
import { until } from '#tests/until.ts';

/** A line: when it is shown, and what it is in English; null for one that is not accepted. */
export type LineToSay = readonly [start: number, end: number, text: string | null];

/**
 * A server with a member whose videos can be dubbed, by an espeak-ng that writes down what it is to say.
 * @param options.seconds that it takes for a line
 */
export async function startDubKit(scope: TestScope, options: { worker?: 'here' | 'own'; seconds?: number } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'reelport-dub-'));
  scope.after(() => rm(folder, { recursive: true, force: true }));
  const program = join(folder, 'espeak-ng');
  const said = join(folder, 'said.txt');
  const slow = options.seconds === undefined ? '' : `sleep ${options.seconds}\n`;
  const noted = `text=$(cat)\necho "$text" >> ${said}\n${slow}printf '%s' "$text" | exec espeak-ng "$@"`;
  writeFileSync(program, `#!/bin/sh\ncase "$1" in --version) exec espeak-ng --version;; esac\n${noted}\n`);
  chmodSync(program, 0o755);
  const before = process.env.ESPEAK_PATH;
  process.env.ESPEAK_PATH = program;
  scope.after(async () => {
    if (before === undefined) delete process.env.ESPEAK_PATH;
    else process.env.ESPEAK_PATH = before;
  });
  const translation = await startTranslationKit(scope, options);
  const { kit } = translation;
  const pathOf = (id: string, language: string) => `/projects/${id}/languages/${language}`;
  const dubs = {
    ...translation,
    /** What was said so far, in its order. */
    said: (): string[] => (existsSync(said) ? readFileSync(said, 'utf8').trim().split('\n') : []),
    /** A video of 14 seconds with music, in which somebody speaks Chinese from 10 s on. @returns its material */
    async video(name = 'clip.mp4', { rate = 10, group = 250 } = {}): Promise<string> {
      const sound = music(14 * RATE, 3).map((sample) => sample * 0.05);
      for (const [at, sample] of say('今天下单，全国包邮。', { language: 'zh-CN' }).entries()) {
        const place = 10 * RATE + at;
        if (place < sound.length) sound[place] = (sound[place] ?? 0) + sample * 0.5;
      }
      const wav = join(folder, 'original.wav');
      writeFileSync(wav, wavOf(sound));
      const picture = ['-f', 'lavfi', '-i', `testsrc2=s=90x160:r=${rate}:d=14`, '-i', `file:${wav}`];
      const coded = [
        ...['-c:v', 'libx264', '-preset', 'ultrafast', '-g', `${group}`, '-pix_fmt', 'yuv420p'],
        ...['-c:a', 'aac', '-b:a', '128k'],
      ];
      return kit.adopt(await makeClip(kit.ctx.media.runner, folder, ...picture, ...coded, name));
    },
    /** A project of a video, whose lines are written and accepted. @returns its id */
    async project(materialId: string | null, lines: readonly LineToSay[], language = 'en-US'): Promise<string> {
      const cues = lines.map(([start, end], at) => ({ ...translation.cue(`c${at + 1}`, `第${at + 1}句`, start), end }));
      const body = { name: 'Text', from: 'file', language: 'zh-CN', cues, materialId };
      const text = (await kit.call('POST', '/api/copywriting/texts', body)).envelope.data as TimedDocument;
      const { id } = await translation.begin(text.id, [language], { name: 'Kettle' });
      for (const [at, [, , words]] of lines.entries()) {
        if (words !== null) await dubs.write(id, `c${at + 1}`, words, language);
      }
      return id;
    },
    /** Accepts a translation of a line, whatever stands there. */
    async write(id: string, cue: string, text: string, language = 'en-US'): Promise<void> {
      const revision = (await translation.lines(id, language)).find((line) => line.cue === cue)?.revision;
      const { status } = await translation.save(id, cue, { text, revision }, language);
      assert.equal(status, 200);
    },
    start: (id: string, body: object = {}, language = 'en-US') =>
      translation.call<Dub>('POST', `${pathOf(id, language)}/dubs`, body),
    read: async (id: string, language = 'en-US') =>
      (await translation.call<CallData<typeof readDub>>('GET', `${pathOf(id, language)}/dub`)).data,
    speak: (id: string, cue: string, body: object, language = 'en-US') =>
      translation.call<CallData<typeof speakLine>>('POST', `${pathOf(id, language)}/lines/${cue}/voice`, body),
    /** Dubs a language to its end. */
    async dub(id: string, body: object = {}, language = 'en-US'): Promise<Dub> {
      const begun = await dubs.start(id, body, language);
      assert.equal(begun.status, 200, JSON.stringify(begun.envelope));
      return await dubs.ended(id, language);
    },
    async ended(id: string, language = 'en-US', seconds = 90): Promise<Dub> {
      let dub: Dub | null = null;
      await until(
        async () => ((dub = (await dubs.read(id, language)).dub)?.run?.endedAt ?? null) !== null,
        'it ends',
        seconds,
      );
      assert.ok(dub !== null);
      return dub;
    },
    /** Downloads a material. @returns its path */
    async fileOf(materialId: string): Promise<string> {
      const file = await kit.ctx.files.get(kit.accountId, materialId);
      const path = join(folder, `${materialId}.mp4`);
      await kit.ctx.files.withLocal(file, async (local) => writeFileSync(path, readFileSync(local)));
      return path;
    },
  };
  return dubs;
}
