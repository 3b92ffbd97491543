import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { chromium } from 'playwright-core';

import { findChromium } from './find-tools.mjs';

/** Size, rate and length of the clips: the wall shows them smaller, the screenshots hardly larger. */
const [WIDE, HIGH, RATE, SECONDS] = [216, 384, 12, 2.3];

/** What each group is of; every clip of it has another light and another place. */
const SCENES = ['sea', 'lights', 'ridges', 'clouds', 'rain'] as const;

/** Runs in the page: answers what draws the frame at a time as a JPEG in base64. */
const PREPARE = `(shader, scene, place) => {
  const canvas = document.querySelector('canvas');
  const gl = canvas.getContext('webgl2', { preserveDrawingBuffer: true });
  const program = gl.createProgram();
  const corners = '#version 300 es\\nin vec2 at; void main() { gl_Position = vec4(at, 0., 1.); }';
  for (const [kind, source] of [[gl.VERTEX_SHADER, corners], [gl.FRAGMENT_SHADER, shader]]) {
    const part = gl.createShader(kind);
    gl.shaderSource(part, source);
    gl.compileShader(part);
    if (!gl.getShaderParameter(part, gl.COMPILE_STATUS)) throw new Error(gl.getShaderInfoLog(part));
    gl.attachShader(program, part);
  }
  gl.bindAttribLocation(program, 0, 'at');
  gl.linkProgram(program);
  gl.useProgram(program);
  gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
  gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([-1, -1, 3, -1, -1, 3]), gl.STATIC_DRAW);
  gl.enableVertexAttribArray(0);
  gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 0, 0);
  const set = (name, value) => gl.uniform1f(gl.getUniformLocation(program, name), value);
  set('scene', scene);
  set('place', place);
  gl.uniform2f(gl.getUniformLocation(program, 'size'), canvas.width, canvas.height);
  window.drawFrame = (seconds) => {
    set('t', seconds);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
    return canvas.toDataURL('image/jpeg', 0.94).split(',')[1];
  };
}`;

const SHADER = readFileSync(new URL('landing-film.frag', import.meta.url), 'utf8');

/**
 * Draws clips that look as if they were filmed by the sea: waves, lights of a harbour out of focus, ridges in the mist,
 * clouds, rain on a window. A folder a group, as `npm run mix` reads them; those that are there are kept.
 */
export async function drawLandingFilm(folder: string, clipsOfGroup: number): Promise<void> {
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
  });
  try {
    const page = await browser.newPage();
    await page.setContent(`<canvas width="${WIDE}" height="${HIGH}"></canvas>`);
    for (const [group, scene] of SCENES.entries()) {
      const into = join(folder, String(group + 1).padStart(2, '0'));
      await mkdir(into, { recursive: true });
      for (let clip = 0; clip < clipsOfGroup; clip++) {
        const file = join(into, `${scene}-${clip + 1}.mp4`);
        if (await isThere(file)) continue;
        await page.evaluate(`(${PREPARE})(${JSON.stringify(SHADER)}, ${group}, ${clip})`);
        const ffmpeg = spawn('ffmpeg', [
          ...['-v', 'error', '-nostdin', '-y', '-f', 'image2pipe', '-c:v', 'mjpeg', '-framerate', String(RATE)],
          ...['-i', '-'],
          ...['-f', 'lavfi', '-i', `anoisesrc=color=pink:amplitude=0.03:duration=${SECONDS}:seed=${group * 9 + clip}`],
          ...['-shortest', '-c:v', 'libx264', '-preset', 'fast', '-crf', '15', '-pix_fmt', 'yuv420p', '-c:a', 'aac'],
          ...['-f', 'mp4', `${file}.part`],
        ]);
        ffmpeg.stderr.pipe(process.stderr);
        for (let frame = 0; frame < SECONDS * RATE; frame++) {
          const drawn = await page.evaluate<string>(`drawFrame(${frame / RATE})`);
          if (!ffmpeg.stdin.write(Buffer.from(drawn, 'base64'))) await once(ffmpeg.stdin, 'drain');
        }
        ffmpeg.stdin.end();
        await once(ffmpeg, 'close');
        await rename(`${file}.part`, file);
        console.log(`${scene} ${clip + 1}`);
      }
    }
  } finally {
    await browser.close();
  }
}

async function isThere(file: string): Promise<boolean> {
  return await stat(file).then(
    () => true,
    () => false,
  );
}
