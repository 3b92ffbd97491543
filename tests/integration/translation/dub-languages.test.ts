import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, test } from 'node:test';

import { createMedia } from '#core/server/services/media/create-media.ts';
import { DUB_RULES } from '#plugins/translation/dub-plan.ts';
import { SHOP_SENTENCES } from '#tests/fixtures/translation/shop-sentences.ts';
import { temporaryFolder } from '#tests/integration/media/media-kit.ts';

import { buildDubbing, heardOff } from './heard-dub.ts';

const folder = await temporaryFolder();
const media = await createMedia({ folder: join(folder, 'cache') });
after(() => media.close());

/** Six of the languages; `npm run bench -- dubs` goes through all. */
const LANGUAGES = ['zh-CN', 'ja-JP', 'th-TH', 'ar-SA', 'de-DE', 'hi-IN'];

test('in six languages no line overlaps, is hurried or beside its place, by an ear that knows nothing of the plan', async () => {
  const dub = await buildDubbing(media, folder);
  for (const language of LANGUAGES) {
    const texts = SHOP_SENTENCES[language];
    assert.ok(texts !== undefined);
    const made = await dub(language, texts);
    assert.deepEqual(
      made.report.map(({ fault }) => fault),
      [null, null, 'long'],
      language,
    );
    for (const [at, line] of made.report.slice(0, 2).entries()) {
      const { start, takes, until, factor, drift } = line;
      const name = `line ${at + 1} in ${language}`;
      assert.ok(factor <= DUB_RULES.fastest && start + takes <= until, `${name} takes ${takes} ms`);
      assert.ok(drift !== null && Math.abs(drift) <= 2, `${name} is found ${drift} ms late`);
      const off = heardOff(line, made);
      assert.ok(off <= DUB_RULES.drift, `${name} is heard ${off} ms beside its place`);
    }
    assert.ok(
      !made.heard.some(({ start, end }) => end > 7_100 && start < 8_500),
      `${language}: what does not fit is not spoken`,
    );
  }
});
