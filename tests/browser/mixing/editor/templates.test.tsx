import { expect, test } from '@rstest/core';

import { answer, FakeI18n, mountPlugin, type Answer } from '#core/web/testing/index.ts';
import {
  createMixProject,
  createMixTemplate,
  deleteMixTemplate,
  listMixCards,
  listMixTemplates,
  updateMixProject,
  updateMixTemplate,
  type MixTemplate,
} from '#plugins/mixing/calls.ts';
import manifest from '#plugins/mixing/plugin.ts';
import { brokenRules } from '#plugins/mixing/project-rules.ts';
import { mixProjectSchema, type MixProject } from '#plugins/mixing/project.ts';
import { PRODUCT_TEMPLATES, projectOfTemplate } from '#plugins/mixing/web/editor/templates/product-templates.ts';
import { applyTemplate } from '#plugins/mixing/web/editor/store/apply-template.ts';
import web from '#plugins/mixing/web/index.ts';

import { buildProject } from './build-project.ts';
import { buildRow, OPENED, PROJECT } from './editor-kit.ts';

const ID = '01890000-0000-7000-8000-0000000000e1';
const buildTemplate = (more: Partial<MixTemplate> = {}): MixTemplate => ({
  ...{ id: ID, name: '我的开场', document: buildProject({ shotSeconds: 5 }), shared: false, own: true, owner: '安' },
  ...more,
});

async function openPage(path: string, templates: MixTemplate[] = [], calls: readonly Answer[] = []) {
  const listed = answer(listMixTemplates, { items: templates });
  return await mountPlugin(
    { manifest, web },
    {
      ...{ page: 'Editor', path },
      calls: [
        ...calls,
        answer(createMixProject, buildRow(buildProject(), 1)),
        answer(updateMixProject, buildRow(buildProject(), 2)),
        ...OPENED,
        ...[listed, listed, listed, listed, listed],
        answer(listMixCards, { items: [], nextCursor: null, total: 0, made: false }),
      ],
    },
  );
}

type Page = Awaited<ReturnType<typeof openPage>>;
const groupNames = (page: Page) =>
  [...page.element.querySelectorAll<HTMLInputElement>('.rp-ed-bay__name')].map(({ value }) => value);

test('at least six templates come with the product, each whole in both languages but for the clips', async () => {
  expect(PRODUCT_TEMPLATES.length).toBeGreaterThanOrEqual(6);
  for (const language of ['zh', 'en'] as const) {
    const i18n = new FakeI18n(language);
    await i18n.load('mixing');
    for (const template of PRODUCT_TEMPLATES) {
      const project = mixProjectSchema.parse(projectOfTemplate(template, i18n.t.bind(i18n)));
      expect(JSON.stringify(project)).not.toContain('mixing:');
      expect(
        brokenRules(project, { shortest: project.shotSeconds * project.groups.length }).map(({ code }) => code),
      ).toEqual([...project.groups.map(() => 'mixing:materials-missing'), 'mixing:shots-too-few']);
      expect(project.groups.length).toBeGreaterThanOrEqual(4);
      expect(project.titles?.texts.length).toBeGreaterThan(0);
    }
  }
  expect(PRODUCT_TEMPLATES.some(({ groups }) => groups.some(({ into }) => into !== undefined))).toBe(true);
});

test('a template gives its groups, lengths and texts; clips are dealt to them, name and music stay', () => {
  const music = { material: 'song', volume: 0.5, fadeIn: 0, fadeOut: 1, duck: true };
  const project = buildProject({ name: 'Summer', music });
  const [group] = project.groups;
  const template: MixProject = { ...buildProject({ name: 'T', shotSeconds: 5 }), groups: [group!, group!, group!] };
  const made = applyTemplate(template)(project);
  expect([made.name, made.music, made.shotSeconds]).toEqual(['Summer', music, 5]);
  expect(made.groups.map(({ materials }) => materials.map(({ material }) => material))).toEqual([
    ...[['m1', 'm2'], ['m3'], ['m4']],
  ]);
  expect(new Set(made.groups.map(({ id }) => id)).size).toBe(3);
});

test('a new project begins with a template or empty, in one place, and that is taken back', async () => {
  const page = await openPage('/mixedCut/create');
  await page.until(() => page.text.includes('从模板开始'));
  const [first] = groupNames(page);
  await page.click(page.byRole('button', /^.*三个理由/));
  expect(groupNames(page)).toEqual(['结论', '理由一', '理由二', '理由三', '收尾']);
  expect(page.text).not.toContain('从模板开始');
  await page.click(page.byRole('button', '撤销'));
  expect(groupNames(page)[0]).toBe(first);
  await page.unmount();

  const empty = await openPage('/mixedCut/create');
  await empty.click(await empty.until(() => empty.byRole('button', '空白项目')));
  expect(groupNames(empty).length).toBe(3);
  expect(empty.text).not.toContain('从模板开始');
  await empty.unmount();
});

test('a project with clips shows its preview, and templates when they are asked for', async () => {
  const page = await openPage(`/mixedCut/edit/${PROJECT}`);
  const open = await page.until(() => page.byRole('button', '模板'));
  expect(page.text).not.toContain('换模板会保留');
  await page.click(open);
  await page.until(() => page.text.includes('换模板会保留 4 个素材'));
  await page.click(page.byRole('button', '保持现在这样'));
  expect(page.text).not.toContain('换模板会保留');
  expect(groupNames(page)).toEqual(['a', 'b']);
  await page.unmount();
});

test('a project is kept as a template, which is renamed, shared, and deleted only after a question', async () => {
  const kept: unknown[] = [];
  const page = await openPage(
    `/mixedCut/edit/${PROJECT}`,
    [buildTemplate()],
    [
      answer(createMixTemplate, ({ body }) => {
        kept.push(body);
        return buildTemplate();
      }),
      answer(updateMixTemplate, buildTemplate({ name: '开场' })),
      answer(updateMixTemplate, buildTemplate({ shared: true })),
      answer(deleteMixTemplate, null),
    ],
  );
  await page.click(await page.until(() => page.byRole('button', '模板')));
  await page.click(await page.until(() => page.byRole('button', '把这个项目存为模板')));
  await page.until(() => kept.length === 1);
  expect(kept[0]).toMatchObject({ name: 'Summer', document: { name: 'Summer' } });
  await page.until(() => page.byRole('button', '模板“我的开场”的操作'));

  const choose = async (item: string) => {
    await page.click(page.byRole('button', '模板“我的开场”的操作'));
    await page.click(page.byRole('menuitem', item));
  };
  await choose('重命名');
  const field = await page.until(() => page.byRole('textbox', '模板名称'));
  await page.fill(field, '开场');
  await page.press(field, 'Enter');
  await page.until(() => page.http.callsOf(updateMixTemplate).length === 1);
  expect(page.http.callsOf(updateMixTemplate)[0]?.body).toEqual({ name: '开场' });
  await page.until(() => page.allByRole('textbox', '模板名称').length === 0);
  await choose('共享给团队');
  await page.until(() => page.http.callsOf(updateMixTemplate).length === 2);
  expect(page.http.callsOf(updateMixTemplate)[1]?.body).toEqual({ shared: true });

  page.dialogs.script(false, true);
  await choose('删除模板');
  await page.until(() => page.dialogs.opened.length === 1);
  expect(page.http.callsOf(deleteMixTemplate)).toEqual([]);
  await choose('删除模板');
  await page.until(() => page.http.callsOf(deleteMixTemplate).length === 1);
  await page.unmount();
});
