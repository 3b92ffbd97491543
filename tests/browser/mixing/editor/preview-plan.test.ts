import { expect, test } from '@rstest/core';

import { createScope } from '#core/web/create-scope.ts';
import { answer, RecordedToasts, refuse, ScriptedHttp, SentEvents, type Answer } from '#core/web/testing/index.ts';
import { previewMixProject } from '#plugins/mixing/calls.ts';
import { PreviewPlan } from '#plugins/mixing/web/editor/store/PreviewPlan.ts';
import { until } from '#tests/until.ts';

import { buildProject } from './build-project.ts';
import { buildPreview } from './editor-kit.ts';

const planned = answer(previewMixProject, ({ body }) =>
  buildPreview({ position: (body as { position: number }).position, total: 4 }),
);

function build(...calls: Answer[]) {
  const scope = createScope('test');
  const http = new ScriptedHttp(calls, new RecordedToasts());
  const plan = new PreviewPlan(scope, { http, events: new SentEvents() });
  plan.ask({ document: buildProject(), projectId: null, count: 20 });
  return { http, plan, scope };
}

test('changes of one moment are planned once', async () => {
  const { http, plan, scope } = build(planned);
  plan.ask({ document: buildProject({ name: 'later' }), projectId: null, count: 20 });
  await until(() => plan.planned !== null);
  expect(http.made).toHaveLength(1);
  await scope.dispose();
});

test('shuffling shows any other combination, never the same', async () => {
  const { plan, scope } = build(planned);
  await until(() => plan.planned !== null);
  for (const random of [0, 0.5, 0.999]) {
    const before = plan.planned?.position;
    await plan.shuffle(random);
    expect(plan.planned?.position).not.toBe(before);
    expect(plan.planned?.position).toBeLessThan(4);
  }
  await scope.dispose();
});

test('a project that shows nothing any more does not go on showing what it had', async () => {
  const { plan, http, scope } = build(planned);
  await until(() => plan.planned !== null);
  http.script(refuse(previewMixProject, 'empty', { status: 422 }));
  await plan.retry();
  expect([plan.planned, plan.failure !== null]).toEqual([null, true]);
  await scope.dispose();
});

test('while the server cannot be reached the last combination stays', async () => {
  const { plan, http, scope } = build(planned);
  await until(() => plan.planned !== null);
  http.script(refuse(previewMixProject, '', { kind: 'network', status: 0 }));
  await plan.retry();
  expect([plan.planned?.total, plan.failure !== null]).toEqual([4, true]);
  await scope.dispose();
});
