import assert from 'node:assert/strict';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';

import { createMedia } from '#core/server/services/media/create-media.ts';
import { hearSpeech } from '#core/server/services/media/speech/speech-node.ts';
import { createEspeakSpeech } from '#plugins/engines/server/espeak/espeak-speech.ts';
import { DUB_RULES } from '#plugins/translation/dub-plan.ts';
import { measureDub } from '#plugins/translation/server/dubbing/measure-dub.ts';
import { renderDub } from '#plugins/translation/server/dubbing/render-dub.ts';
import { speakLines } from '#plugins/translation/server/dubbing/speak-lines.ts';
import type { LineToDub } from '#plugins/translation/server/tables.ts';
import { makeClip, temporaryFolder } from '#tests/integration/media/media-kit.ts';
import { inspected, sourceOf } from '#tests/integration/media/operations/operations-kit.ts';

const folder = await temporaryFolder();
const media = await createMedia({ folder: join(folder, 'cache') });
after(() => media.close());
const { signal } = new AbortController();

/** Sentences of shop videos: one that fits, one that takes silence or pace, one that never fits. */
const SENTENCES: Readonly<Record<string, readonly [string, string, string]>> = {
  'zh-CN': [
    '今天下单包邮。',
    '半分钟烧开半升水。',
    '这个小水壶半分钟就能烧开半升水，手柄不烫手，今天下单全国包邮，还送两个杯子。',
  ],
  'ja-JP': [
    'そうりょう むりょう です。',
    'みずが さんじゅうびょうで わきます。',
    'この ちいさな ケトルは さんじゅうびょうで みずを わかし、もちても あつく ならず、きょう ちゅうもん すれば そうりょうは かかりません。',
  ],
  'th-TH': [
    'วันนี้ส่งฟรี',
    'ต้มน้ำเดือดในครึ่งนาที',
    'กาน้ำเล็กนี้ต้มน้ำครึ่งลิตรให้เดือดในครึ่งนาที ด้ามจับไม่ร้อนมือ สั่งวันนี้ส่งฟรีทั่วประเทศ แถมแก้วสองใบ',
  ],
  'ar-SA': [
    'الشحن مجاني اليوم.',
    'يغلي الماء في نصف دقيقة.',
    'تغلي هذه الغلاية الصغيرة نصف لتر من الماء في نصف دقيقة ومقبضها لا يسخن واطلبها اليوم والشحن مجاني لكل المدن.',
  ],
  'de-DE': [
    'Heute versandkostenfrei.',
    'Das Wasser kocht in einer halben Minute.',
    'Dieser kleine Wasserkocher kocht einen halben Liter in einer halben Minute, der Griff bleibt kühl, und heute ist der Versand kostenlos.',
  ],
  'hi-IN': [
    'आज डिलीवरी मुफ्त है।',
    'पानी आधे मिनट में उबलता है।',
    'यह छोटी केतली आधे मिनट में आधा लीटर पानी उबालती है, इसका हैंडल गरम नहीं होता और आज डिलीवरी मुफ्त है।',
  ],
};

const TIMES = [
  [600, 2_800],
  [3_400, 4_700],
  [7_000, 8_400],
] as const;

test('in six languages no line overlaps, is hurried or beside its place, by an ear that knows nothing of the plan', async () => {
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=s=90x160:r=25:d=11', '-f', 'lavfi', '-i', 'anoisesrc=a=0.004:d=11'];
  const coded = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac'];
  const path = await makeClip(media.runner, folder, ...picture, ...coded, 'original.mp4');
  const [source, material] = [await sourceOf(path), await inspected(media.runner, path)];
  const speech = { id: 'espeak', provider: await createEspeakSpeech() };
  for (const [language, texts] of Object.entries(SENTENCES)) {
    const given = texts.map((text, at): LineToDub => {
      const [start = 0, end = 0] = TIMES[at] ?? [];
      return { cue: `c${at}`, start, end, speaker: '', text };
    });
    const choice = { voice: null, speakers: {}, under: 0.12, slow: false };
    const lines = await speakLines(
      { media },
      { speakerOf: async (voice) => ({ speech, voice, isBound: false }), language, signal },
      { lines: given, choice, total: 11_000 },
      () => undefined,
    );
    const work = await mkdtemp(join(folder, 'dub-'));
    const dub = { source, material, speech: [], under: 0.12, lines, stretches: [], folder: work, signal };
    const { path: file, heard: report } = await renderDub({ media }, dub, (made, sounds) =>
      measureDub({ media }, { path: made, sounds, lines, seconds: material.duration, folder: work, signal }),
    );
    assert.deepEqual(
      report.map(({ fault }) => fault),
      [null, null, 'long'],
      language,
    );
    const heard = await hearSpeech(media, await sourceOf(file));
    for (const [at, { start, takes, until, factor, drift }] of report.slice(0, 2).entries()) {
      const name = `line ${at + 1} in ${language}`;
      assert.ok(factor <= DUB_RULES.fastest && start + takes <= until, `${name} takes ${takes} ms`);
      assert.ok(drift !== null && Math.abs(drift) <= 2, `${name} is found ${drift} ms late`);
      const off = Math.min(...heard.map((span) => Math.abs(span.start * 1000 - start)));
      assert.ok(off <= DUB_RULES.drift, `${name} is heard ${off} ms beside its place`);
    }
    assert.ok(
      !heard.some(({ start, end }) => end > 7.1 && start < 8.5),
      `${language}: what does not fit is not spoken`,
    );
  }
});
