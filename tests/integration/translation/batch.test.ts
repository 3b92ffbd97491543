import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';

import { lastFirst } from '#core/server/testing/test-scope.ts';
import { operationsIn } from '#tests/nodes-in.ts';

import { startBatchKit } from './batch-kit.ts';
import { describeSteps } from './batch-steps.ts';

const scope = lastFirst({ after });
let kit: Awaited<ReturnType<typeof startBatchKit>>;
let [one, two] = ['', ''];
before(async () => {
  kit = await startBatchKit(scope);
  [one, two] = [await kit.video('one.mp4'), await kit.video('two.mp4')];
  await kit.ready(one, two);
  await kit.connect();
});

interface Folder {
  id: string;
  name: string;
  parentId: string | null;
}

describe('a batch of videos and languages', () => {
  test('is told before it begins, leads all through to folders by language, and repeats one cause in all', async () => {
    await kit.textOf(one, '全场包邮');
    const wanted = {
      videos: [one, two],
      languages: ['en-US', 'fil-PH', 'zh-CN'],
      ...{ accept: true, dub: { voice: 'female' }, form: 'soft' },
    };
    const plan = await kit.plan(wanted);
    assert.deepEqual([plan.videos, plan.languages, plan.results, Math.round(plan.seconds)], [2, 3, 6, 8]);
    assert.deepEqual(plan.texts, { known: 1, lines: 1, letters: 4 });
    assert.deepEqual([plan.costs, plan.usesService, plan.secondsLeft, plan.faults], [[], true, null, []]);
    assert.deepEqual([plan.voiceless, plan.noTranslation, plan.noVoice], [['fil-PH'], null, null]);

    const id = await kit.start(wanted);
    // The second video shows no words, so that there is nothing to translate; the first is made all the same.
    const first = await kit.reach(id, ({ state }) => state === 'done');
    assert.deepEqual([first.counts.done, first.counts.failed], [3, 3], JSON.stringify(first));
    assert.deepEqual(
      first.causes.map(({ code, count }) => [code, count]),
      [['copywriting:no-text', 3]],
    );
    assert.deepEqual(
      first.videos.map(({ state, error }) => [state, error !== null]),
      [
        ['ready', false],
        ['failed', true],
      ],
    );
    const asked = kit.service.requests.length;
    assert.equal(asked, 2, 'each language is asked for once');

    await kit.textOf(two, '明天就能收到货');
    const { status } = await kit.call('POST', `/batches/${id}/retries`, { cause: 'copywriting:no-text' });
    assert.equal(status, 200);
    const second = await kit.reach(id, ({ state }) => state === 'done');
    assert.deepEqual([second.counts.done, second.counts.failed, second.causes], [6, 0, []], JSON.stringify(second));
    assert.equal(kit.service.requests.length, asked + 2, 'nothing is asked again');

    const folders = (await kit.kit.call('GET', '/api/material-folders')).envelope.data as { items: Folder[] };
    const { items } = await kit.items(id);
    assert.deepEqual(
      items.map(({ language, name }) => [language, name]),
      wanted.languages.flatMap((language) => [
        [language, 'one.mp4'],
        [language, 'two.mp4'],
      ]),
    );
    for (const { language, folderId } of second.languages) {
      const folder = folders.items.find((each) => each.id === folderId);
      assert.equal(folder?.parentId, second.folderId, language);
      const { envelope } = await kit.kit.call('GET', `/api/materials?folder=${folderId}&kind=video`);
      const listed = (envelope.data as { items: { id: string }[] }).items.map((material) => material.id);
      const made = items.flatMap((item) => (item.language === language ? (item.madeId ?? []) : []));
      assert.deepEqual([...listed].sort(), [...made].sort(), language);
    }
    // What is made in a language is made of its dub, which is made of the video.
    const english = items.find(({ language }) => language === 'en-US')?.madeId ?? '';
    assert.equal((await kit.kit.sourcesOf(english)).length, 2);
    const filipino = items.find(({ language }) => language === 'fil-PH')?.madeId ?? '';
    assert.deepEqual(await kit.kit.sourcesOf(filipino), [one]);
    // What is asked of the pictures alone is found out once for all languages.
    const found = await operationsIn(join(kit.kit.server.dataDir, 'cache'));
    assert.equal(found.filter((operation) => operation === 'picture-hashes').length, 2);

    // The same again takes what is there: no text, no project and no line is made twice.
    const before = kit.service.requests.length;
    const again = await kit.start({ ...wanted, languages: ['en-US'], dub: null });
    const ended = await kit.reach(again, ({ state }) => state === 'done');
    assert.equal(ended.counts.done, 2);
    assert.equal(kit.service.requests.length, before);
    assert.deepEqual(
      ended.videos.map(({ projectId }) => projectId),
      second.videos.map(({ projectId }) => projectId),
    );
    assert.ok(((await kit.plan(wanted)).secondsLeft ?? 0) > 0, 'what it took is known by then');
  });

  test('waits for review, goes on with what is accepted, pauses, and stops', async () => {
    await kit.textOf(one, '第一句要看');
    await kit.textOf(two, '第二句也要看');
    const id = await kit.start({ videos: [one, two], languages: ['en-US', 'de-DE'] });
    const waiting = await kit.reach(id, ({ counts }) => counts.review === 4);
    assert.deepEqual([waiting.state, waiting.counts.done], ['working', 0]);
    // Somebody reviews one language of one video, by the page of its project.
    const [project] = waiting.videos;
    await kit.call('POST', `/projects/${project?.projectId}/languages/en-US/accepted`);
    await kit.reach(id, ({ counts }) => counts.done === 1 && counts.review === 3);

    assert.equal((await kit.change(id, 'paused')).data.state, 'paused');
    assert.equal((await kit.call('POST', `/batches/${id}/acceptances`, { language: 'de-DE' })).status, 200);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    const paused = await kit.read(id);
    assert.deepEqual([paused.state, paused.counts.waiting, paused.counts.review], ['paused', 2, 1]);
    await kit.change(id, 'working');
    await kit.reach(id, ({ counts }) => counts.done === 3 && counts.review === 1);
    assert.equal((await kit.kit.call('DELETE', `/api/translation/batches/${id}`)).status, 409);
    const stopped = await kit.change(id, 'cancelled');
    assert.deepEqual([stopped.data.state, stopped.data.counts.cancelled], ['cancelled', 1]);
    assert.equal((await kit.change(id, 'working')).failure.error, 'translation:batch.over');
    assert.equal((await kit.call('POST', `/batches/${id}/retries`, {})).failure.error, 'translation:batch.over');
    assert.equal((await kit.kit.call('DELETE', `/api/translation/batches/${id}`)).status, 200);
    assert.equal((await kit.kit.call('GET', `/api/translation/batches/${id}`)).status, 404);
  });

  test('is refused without another language, and of videos that are not there', async () => {
    const refusal = async (body: object) =>
      (await kit.call('POST', '/batches', { name: 'B', folder: null, videos: [one], languages: ['en-US'], ...body }))
        .failure.error;
    assert.equal(await refusal({ languages: ['zh-CN'] }), 'translation:same-language');
    assert.equal(await refusal({ videos: ['01990000-0000-7000-8000-000000000001'] }), 'translation:batch.gone');
    assert.equal(
      (await kit.plan({ videos: ['01990000-0000-7000-8000-000000000001'], languages: ['en-US'] })).faults[0]?.why,
      'gone',
    );
  });
});

describeSteps(() => kit);
