import { expect, test } from '@rstest/core';
import { useState } from 'react';

import { defineWeb } from '#core/web/define-web.ts';
import { buildManifest, mountPlugin, partnerService, type MountedPlugin } from '#core/web/testing/index.ts';
import { MATERIALS } from '#plugins/materials/api.ts';
import { EDITOR_PANELS, type EditorPanel, type EditorPanelProps } from '#plugins/mixing/api.ts';
import type { MixProject } from '#plugins/mixing/project.ts';
import { countWords, replaceWords } from '#plugins/mixing/web/editor/settings/replace-texts.ts';

import { buildProject } from './build-project.ts';
import { fakeLibrary, OPENED } from './editor-kit.ts';
import { EDITOR, mixing, SAVED } from './open-editor.ts';

/** The editor with other plugins, each of which draws a panel. */
async function open(loads: Readonly<Record<string, EditorPanel['load']>>): Promise<MountedPlugin> {
  const page = await mountPlugin(mixing, {
    ...{ ...EDITOR, calls: [SAVED, ...OPENED], session: { account: { features: [12] } } },
    tokens: [partnerService(MATERIALS, () => fakeLibrary())],
    partners: Object.entries(loads).map(([id, load]) => ({
      manifest: buildManifest({ id, uses: ['mixing'], slots: [EDITOR_PANELS.id] }),
      web: defineWeb({
        // Its heading is one of the editor's own texts.
        activate: (context) =>
          context.contribute(EDITOR_PANELS, { id: 'own', title: 'mixing:editor.chosen-copy', load }),
      }),
    })),
  });
  await page.until(() => page.text.includes('m4.mp4'));
  return page;
}
const panel = (make: (project: MixProject) => MixProject): EditorPanel['load'] => {
  const Panel = ({ project, change }: EditorPanelProps) => {
    const [isDone, setDone] = useState<boolean | null>(null);
    return (
      <button type="button" onClick={() => setDone(change(make))}>{`改名：${project.name} ${isDone ?? ''}`}</button>
    );
  };
  return () => Promise.resolve({ default: Panel });
};

test('a plugin draws a panel that sees the project and changes it in one step', async () => {
  const page = await open({ namer: panel((project) => ({ ...project, name: '港口' })) });
  await page.click(await page.until(() => page.byRole('button', /^改名/)));
  await page.until(() => page.byRole('button', /^改名：港口/));
  await page.click(page.byRole('button', /^撤销/));
  await page.until(() => page.allByRole('button', /^改名：港口/).length === 0);
  await page.unmount();
});

test('what could not be saved as a project is refused, and the project stays', async () => {
  const page = await open({ broken: panel((project) => ({ ...project, resolution: 7 as never })) });
  await page.click(await page.until(() => page.byRole('button', /^改名/)));
  await page.until(() => page.byRole('button', /^改名.* false$/));
  expect(page.allByRole('button', /^撤销/).some((button) => !(button as HTMLButtonElement).disabled)).toBe(false);
  await page.unmount();
});

test('words are replaced in all texts, and what is empty then is taken out', () => {
  const style = buildProject().textStyle;
  const project = buildProject({
    titles: { texts: ['旧款上新', '旧款'], seconds: 2, style },
    subtitles: { style, cues: [{ start: 0, end: 1, text: '旧款，还是旧款' }] },
    dubbing: { text: '旧款', language: 'zh-CN', volume: 1, speed: 1, tone: 0 },
  });
  expect([countWords(project, '旧款'), countWords(project, '')]).toEqual([5, 0]);
  const made = replaceWords('旧款', '$&新款')(project);
  expect([made.titles?.texts, made.subtitles?.cues[0]?.text, made.dubbing?.text]).toEqual([
    ['$&新款上新', '$&新款'],
    '$&新款，还是$&新款',
    '$&新款',
  ]);
  const emptied = replaceWords('旧款', '')(project);
  expect([emptied.titles?.texts, emptied.dubbing]).toEqual([['上新'], null]);
});

test('the editor itself offers to replace words', async () => {
  const page = await open({});
  await page.until(() => page.text.includes('替换文字'));
  expect(((await page.until(() => page.byRole('button', '全部替换（0 处）'))) as HTMLButtonElement).disabled).toBe(
    true,
  );
  await page.unmount();
});
