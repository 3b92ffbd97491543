import assert from 'node:assert/strict';
import { join } from 'node:path';

import type { CallData } from '#core/contract/call.ts';
import type { TestScope } from '#core/server/testing/test-scope.ts';
import type { createProjects, openProject, TemplateRow } from '#plugins/pieces/calls.ts';
import type { Slot } from '#plugins/pieces/template.ts';
import { drawOnce } from '#tests/draw-once.ts';
import { libraryOf } from '#tests/integration/materials/library-of.ts';
import { startToolKit } from '#tests/tools/tool-kit.ts';
import { until } from '#tests/until.ts';

/** Frames of the shots of a film, at 30 a second: a moving one, a lively one with text, a still one. */
export const LENGTHS = [60, 90, 60];
const SHOTS = ['mandelbrot', 'testsrc2', 'smptehdbars'];
/** The stretch of a film in which nobody speaks, in seconds; inside its second shot. */
export const PAUSE = [3, 3.6] as const;
/** Syllables, four in a second. */
const SPEECH = `0.5*sin(880*PI*t)*pow(max(0.02\\,sin(8*PI*t))\\,2)*(1-between(t\\,${PAUSE[0]}\\,${PAUSE[1]}))`;

/** A slot of a template. */
export const slotOf = (id: string, least: number, most: number, wishes: Partial<Slot['wishes']> = {}) => ({
  ...{ id, name: id, least, most, wishes },
});

/**
 * A server with all plugins, and a member with long videos.
 * @param options.worker `own`: none is started but those of `startWorker`
 */
export async function startPiecesKit(t: TestScope, options: { worker?: 'here' | 'own' } = {}) {
  const kit = await startToolKit(t, { tool: 'pieces.cut', ...options });
  const { accountId, ctx, folder, call } = kit;
  const ask = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const { status, envelope } = await call(method, path, body);
    assert.equal(status, 200, JSON.stringify(envelope));
    return envelope.data as T;
  };
  const pieces = {
    ask,
    path: (name: string) => join(folder, name),
    /** Draws a video of three shots that is spoken in, and puts it into the library: the same bytes are one material. */
    async film(name: string, most = 250, size = '320x180'): Promise<string> {
      const path = join(folder, name);
      const shots = SHOTS.map(
        (shot, at) => `${shot}=s=${size}:r=30,trim=end_frame=${LENGTHS[at]},format=yuv420p[s${at}]`,
      );
      drawOnce(path, [
        ...['-f', 'lavfi', '-i', `aevalsrc=${SPEECH}:s=48000:d=7`],
        ...['-filter_complex', `${shots.join(';')};[s0][s1][s2]concat=n=3[v]`],
        ...['-map', '[v]', '-map', '0:a', '-c:v', 'libx264', '-preset', 'veryfast', '-g', String(most), '-c:a', 'aac'],
      ]);
      const id = await kit.adopt(path);
      const stateOf = async () => (await libraryOf(ctx).find(accountId, [id])).get(id)?.state;
      await until(async () => (await stateOf()) === 'ready', 'it is ready', 30);
      return id;
    },
    template: (slots: readonly object[], name = 'Template') =>
      ask<TemplateRow>('POST', '/api/pieces/templates', { name, slots }),
    create: async (body: object) =>
      (await ask<CallData<typeof createProjects>>('POST', '/api/pieces/projects', { name: 'Project', ...body })).items,
    open: (id: string) => ask<CallData<typeof openProject>>('GET', `/api/pieces/projects/${id}`),
    /** A project when its pieces are chosen, or cannot be. */
    async chosen(id: string) {
      let opened = await pieces.open(id);
      const isChosen = async () => (opened = await pieces.open(id)).project.state !== 'waiting';
      await until(isChosen, 'its pieces are chosen', 60);
      return opened;
    },
  };
  return { ...kit, ...pieces };
}
