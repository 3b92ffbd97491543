import { expect, test } from '@rstest/core';

import { answer, mountPlugin, RecordedToasts, refuse, ScriptedHttp } from '#core/web/testing/index.ts';
import { filesOfTransfer } from '#core/web/uploads/dropped-files.ts';
import { createFolder, offerFiles } from '#plugins/materials/calls.ts';
import { MaterialUploads } from '#plugins/materials/web/upload/MaterialUploads.ts';
import { PreflightChecks } from '#plugins/materials/web/upload/PreflightChecks.ts';
import { kindOf, refusalOf } from '#plugins/materials/web/upload/upload-rules.ts';

import {
  buildFile,
  buildFolder,
  buildMaterial,
  FakeLibrary,
  HeldUploads,
  materials,
  uploadsOf,
} from './materials-plugin.ts';

const HASH = () => Promise.resolve('b'.repeat(64));
const SIGNAL = new AbortController().signal;
const TO = { kind: 'video', folderId: null } as const;
const bodyOf = (made: { body: unknown }) => made.body as { kind: string; files: { name: string; sha256?: string }[] };

test('twelve hundred files are offered in three calls, before any of them is sent', async () => {
  const files = Array.from({ length: 1200 }, (_, index) => buildFile(`${index}.mp4`));
  const http = new ScriptedHttp(
    [answer(offerFiles, (made) => ({ answers: bodyOf(made).files.map(() => ({ answer: 'send' as const })) }))],
    new RecordedToasts(),
  );
  const preflight = new PreflightChecks(http);
  preflight.ask(files, TO);
  const claims = await Promise.all(files.map((file) => preflight.claim(file, TO, HASH, SIGNAL)));
  expect(claims.every((claim) => claim === null)).toBe(true);
  expect(http.callsOf(offerFiles).map((made) => bodyOf(made).files.length)).toEqual([500, 500, 200]);
});

test('a file is hashed only where that may save the upload, and is then there at once', async () => {
  const http = new ScriptedHttp(
    [
      answer(offerFiles, (made) => {
        const [file] = bodyOf(made).files;
        if (file?.name === 'new.mp4') return { answers: [{ answer: 'send' as const }] };
        return {
          answers: [
            file?.sha256 === undefined
              ? { answer: 'hash' as const }
              : { answer: 'have' as const, material: buildMaterial(1) },
          ],
        };
      }),
    ],
    new RecordedToasts(),
  );
  const preflight = new PreflightChecks(http);
  let hashed = 0;
  const hash = () => {
    hashed += 1;
    return HASH();
  };
  expect(await preflight.claim(buildFile('new.mp4'), TO, hash, SIGNAL)).toBe(null);
  expect(hashed).toBe(0);
  expect(await preflight.claim(buildFile('old.mp4'), TO, hash, SIGNAL)).toEqual({ result: buildMaterial(1) });
  expect(hashed).toBe(1);
});

test('a refused file says why, and one whose batch failed is asked for again by itself', async () => {
  const [good, bad] = [buildFile('good.mp4'), buildFile('bad.mp4')];
  const http = new ScriptedHttp(
    [
      refuse(offerFiles, '服务器忙', { status: 500 }),
      answer(offerFiles, (made) => ({
        answers: bodyOf(made).files.map(({ name }) =>
          name === 'bad.mp4'
            ? { answer: 'refused' as const, reason: '空间不足。', mayRetry: false }
            : { answer: 'send' as const },
        ),
      })),
    ],
    new RecordedToasts(),
  );
  const preflight = new PreflightChecks(http);
  preflight.ask([good, bad], TO);
  expect(await preflight.claim(good, TO, HASH, SIGNAL)).toBe(null);
  await expect(preflight.claim(bad, TO, HASH, SIGNAL)).rejects.toThrow('空间不足。');
});

test('ending and size are judged before any byte', () => {
  expect(kindOf('A.MOV')).toBe('video');
  expect(kindOf('说明.txt')).toBe(null);
  const refusal = (name: string, size?: number) => refusalOf(buildFile(name, size), 'video', { language: 'zh' });
  expect(refusal('a.txt')).toEqual({ text: 'materials:refused.ending-video', params: { endings: 'mp4、flv和mov' } });
  expect(refusal('a.mp4', 0)?.text).toBe('materials:refused.empty');
  expect(refusal('a.mp4', 100 * 1024 * 1024 + 1)).toMatchObject({ params: { most: 100 } });
  expect(refusal('a.mp4', 100 * 1024 * 1024)).toBe(null);
});

test('what was dropped is sorted: each kind to its own, folders by name, the rest refused beside the others', async () => {
  const uploads = new HeldUploads();
  const summer = buildFolder(1, { name: '夏季' });
  const library = new FakeLibrary([], [summer]);
  const page = await mountPlugin(materials, {
    ...{ page: 'Videos', path: '/material/list', services: [uploadsOf(uploads)] },
    calls: [
      ...library.calls,
      answer(offerFiles, (made) => ({ answers: bodyOf(made).files.map(() => ({ answer: 'send' as const })) })),
    ],
  });
  const files = ['a.mp4', 'b.mp3', 'c.png', '说明.txt'].map((name) => buildFile(name));
  await page.doing(() =>
    page.context.store(MaterialUploads).take(
      files.map((file) => ({ file, folders: ['夏季', '近景'] })),
      { kind: 'video', folderId: null },
    ),
  );
  expect(page.http.callsOf(createFolder).map(({ body }) => body)).toEqual([{ name: '近景', parentId: summer.id }]);
  const made = library.folders[1]?.id;
  const went = uploads.added.map(({ files: sent, target }) => [sent.map(({ name }) => name), target.fields]);
  expect(went).toEqual([
    [['a.mp4'], { kind: 'video', folderId: made }],
    [['b.mp3'], { kind: 'music', folderId: made }],
    [['c.png'], { kind: 'image', folderId: made }],
    [['说明.txt'], { kind: 'video' }],
  ]);
  expect(uploads.added.every(({ target }) => target.resumable === true)).toBe(true);
  expect(await uploads.claim('说明.txt')).toContain('格式不支持');
  expect(await uploads.claim('a.mp4')).toBe(null);
  expect(page.toasts.shown.map(({ text }) => text)).toEqual(['1 首音乐放进了“音乐”', '1 张图片放进了“图片”']);
  await page.unmount();
});

test('what goes on after a reload is heard of and shown', async () => {
  const uploads = new HeldUploads();
  const library = new FakeLibrary();
  const page = await mountPlugin(materials, {
    ...{ page: 'Videos', path: '/material/list', services: [uploadsOf(uploads)], calls: library.calls },
  });
  await page.until(() => page.text.includes('把视频拖到这里'));
  const [[address, done] = []] = [...uploads.listeners];
  const item = { name: '镜头-7.mp4', target: { url: '', fields: { kind: 'video' } } } as never;
  expect(address).toBe('/api/uploads/materials/material');
  await page.doing(() => done?.(buildMaterial(7, { state: 'preparing' }), item));
  await page.until(() => !page.text.includes('把视频拖到这里'));
  expect(page.text).toContain('视频1');
  await page.unmount();
});

test('a dropped folder is walked to the end, a hundred at a time, without what nobody means', async () => {
  const fileEntry = (name: string) => ({
    isFile: true,
    name,
    file: (take: (file: File) => void) => take(buildFile(name)),
  });
  const folderEntry = (name: string, children: object[]) => ({
    isFile: false,
    name,
    createReader() {
      let at = 0;
      return {
        readEntries(take: (some: object[]) => void) {
          const some = children.slice(at, at + 100);
          at += 100;
          take(some);
        },
      };
    },
  });
  const many = Array.from({ length: 150 }, (_, index) => fileEntry(`${index}.mp4`));
  const root = folderEntry('夏季', [...many, fileEntry('.DS_Store'), folderEntry('近景', [fileEntry('x.png')])]);
  const transfer = { items: [{ kind: 'file', webkitGetAsEntry: () => root }], files: [] };
  const found = await filesOfTransfer(transfer as unknown as DataTransfer);
  expect(found).toHaveLength(151);
  expect(found.find(({ file }) => file.name === 'x.png')?.folders).toEqual(['夏季', '近景']);
  expect(found.some(({ file }) => file.name === '.DS_Store')).toBe(false);
  expect(found.slice(0, 3).map(({ file }) => file.name)).toEqual(['0.mp4', '1.mp4', '2.mp4']);
});
