import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { chromium } from 'playwright-core';

import { findChromium } from './set-up-tools.mjs';

/** Size, rate and length of the clips: the wall shows them smaller, the screenshots hardly larger. */
const [WIDE, HIGH, RATE, SECONDS] = [288, 512, 24, 3.4];

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

const SHADER = `#version 300 es
precision highp float;
uniform float scene, place, t;
uniform vec2 size;
out vec4 seen;

float hash(vec2 p) { p = fract(p * vec2(123.34, 456.21)); p += dot(p, p + 45.32); return fract(p.x * p.y); }
float noise(vec2 p) {
  vec2 i = floor(p), f = fract(p);
  f = f * f * (3. - 2. * f);
  return mix(mix(hash(i), hash(i + vec2(1, 0)), f.x), mix(hash(i + vec2(0, 1)), hash(i + vec2(1, 1)), f.x), f.y);
}
float fbm(vec2 p) {
  float sum = 0., high = .5;
  for (int octave = 0; octave < 5; octave++) { sum += high * noise(p); p = mat2(1.6, 1.2, -1.2, 1.6) * p + 3.1; high *= .5; }
  return sum;
}
vec3 pick(vec3 a, vec3 b, vec3 c, vec3 d, vec3 e) {
  return place < .5 ? a : place < 1.5 ? b : place < 2.5 ? c : place < 3.5 ? d : e;
}
// Two colours of the sky, and that of its light: dawn, noon, dusk, night, storm.
vec3 high() { return pick(vec3(.22,.32,.50), vec3(.20,.45,.72), vec3(.20,.16,.34), vec3(.02,.04,.10), vec3(.26,.31,.36)); }
vec3 low() { return pick(vec3(.98,.72,.55), vec3(.72,.86,.94), vec3(.98,.45,.22), vec3(.10,.18,.32), vec3(.62,.66,.68)); }
vec3 sun() { return pick(vec3(1.,.80,.55), vec3(1.,.97,.88), vec3(1.,.62,.28), vec3(.75,.85,1.), vec3(.9,.92,.9)); }
float sunAt() { return .28 + .44 * hash(vec2(place, 7.)); }

vec3 sky(vec2 p, float horizon) {
  float y = clamp((p.y - horizon) / (1.1 - horizon), 0., 1.);
  vec3 color = mix(low(), high(), pow(y, .55));
  float d = distance(p * vec2(.6, 1.), vec2(sunAt() * .6, horizon + .16));
  color += sun() * (.55 * exp(-d * d * 26.) + .5 * smoothstep(.045, .04, d));
  float cover = fbm(vec2(p.x * 2.2 + t * .03 + place * 5., p.y * 6. - place));
  return mix(color, mix(low(), vec3(1.), .35) * .95, smoothstep(.52, .9, cover) * .55 * smoothstep(0., .25, y));
}

vec3 sea(vec2 p) {
  float horizon = .58 + .06 * sin(place * 2.);
  p.y += .006 * sin(t * 1.3 + place);
  if (p.y > horizon) return sky(p, horizon);
  float depth = .22 / (horizon - p.y + .012);
  vec2 at = vec2((p.x - .5) * depth * 3., depth * 2.6 + t * (.55 + .12 * place));
  float e = .06;
  float w = fbm(at * 2. + vec2(t * .25, 0.));
  vec2 slope = vec2(fbm(at * 2. + vec2(e + t * .25, 0.)) - w, fbm(at * 2. + vec2(t * .25, e)) - w) / e;
  float fresnel = clamp(pow(1. - clamp((horizon - p.y) * 1.7 + slope.y * .10, 0., 1.), 3.), .04, 1.);
  vec3 deep = mix(high() * .35, vec3(.02, .10, .13), .55);
  vec3 color = mix(deep + vec3(.0, .05, .06) * w, mix(low(), high(), .3), fresnel);
  float path = abs(p.x - sunAt() + slope.x * .07) * (2.2 + 1.5 * depth);
  color += sun() * exp(-path * path * 2.2) * (.25 + 1.3 * smoothstep(.2, .9, w + slope.y * .12)) * .8;
  return mix(color, low(), smoothstep(.07, 0., horizon - p.y) * .6);
}

vec3 lamps(vec2 p, float blur) {
  vec3 color = mix(vec3(.012, .02, .04), high() * .25, p.y);
  for (int n = 0; n < 26; n++) {
    vec2 id = vec2(float(n), place * 3. + 1.);
    float far = hash(id);
    vec2 at = vec2(hash(id + 3.) * 1.3 - .15 + (t * .03 + .1 * place) * (far - .4), .40 + .42 * pow(hash(id + 8.), 1.6));
    float big = mix(.02, .085, far) * blur;
    vec2 off = (p - at) * vec2(size.x / size.y, 1.);
    float d = length(off);
    float disc = smoothstep(big, big * .86, d) * (.55 + .45 * smoothstep(big * .5, big, d));
    float tint = hash(id + 5.);
    vec3 lamp = tint < .45 ? vec3(1., .62, .22) : tint < .65 ? vec3(1., .86, .62) : tint < .8 ? vec3(.25, .85, .78) : tint < .92 ? vec3(.95, .24, .22) : vec3(.45, .62, 1.);
    float on = .75 + .25 * sin(t * (1. + 3. * hash(id + 9.)) + 6. * far);
    color += lamp * disc * on * mix(.5, .2, far);
    // Below, in the water.
    vec2 down = vec2(p.x + .012 * sin(p.y * 70. + t * 3. + far * 9.), .72 - p.y);
    vec2 offDown = (down - at) * vec2(size.x / size.y, .34);
    if (p.y < .38) color += lamp * on * .30 * exp(-dot(offDown, offDown) / (big * big) * 1.4);
  }
  return color;
}

vec3 ridges(vec2 p) {
  p.x += t * .012;
  vec3 color = sky(vec2(p.x - t * .012, p.y), .42);
  for (int n = 0; n < 6; n++) {
    float near = float(n) / 5.;
    float x = p.x * (1.2 + near * 1.6) + t * .03 * near + float(n) * 7.3 + place * 11.;
    float top = .60 - near * .44 + .20 * (fbm(vec2(x * 1.4, float(n))) - .5) * (1. + near * .4) + .02 * fbm(vec2(x * 18., 3.)) * near;
    vec3 stone = mix(mix(low(), high(), .35), high() * .18 + vec3(.01, .03, .03), pow(near, .8));
    float fog = fbm(vec2(p.x * 2. - t * .06 * (1. + near), p.y * 5. + float(n) * 4.));
    stone = mix(stone, mix(low(), vec3(.9), .2), (1. - near) * .25 + .65 * smoothstep(.0, .22, top - p.y) * fog * (1. - near * .75));
    color = mix(color, stone, smoothstep(-.002, .003, top - p.y));
  }
  return color;
}

vec3 clouds(vec2 p) {
  vec2 q = vec2(p.x * 1.5, p.y * 2.4) + vec2(t * .10, place * 9.);
  vec2 warp = vec2(fbm(q + t * .05), fbm(q + 4.2 - t * .04));
  float here = fbm(q + 1.6 * warp);
  vec2 toward = normalize(vec2(sunAt() - p.x, .75 - p.y)) * .09;
  float lit = here - fbm(q + toward + 1.6 * warp);
  vec3 color = mix(low(), high(), smoothstep(.1, 1., p.y));
  float d = distance(p, vec2(sunAt(), .75));
  color += sun() * .6 * exp(-d * d * 10.);
  float body = smoothstep(.42, .66, here);
  vec3 cloud = mix(mix(high(), low(), .35) * .75, sun() * 1.02, clamp(.45 + lit * 4.5, 0., 1.));
  return mix(color, cloud, body);
}

vec3 rain(vec2 p) {
  vec2 aspect = vec2(size.x / size.y, 1.);
  vec2 bend = vec2(0.);
  float wet = 0.;
  for (int layer = 0; layer < 3; layer++) {
    float many = 5. + 4. * float(layer);
    vec2 q = p * aspect * many * vec2(1.6, 1.);
    q.y += t * (.12 + .16 * float(layer)) + hash(vec2(floor(q.x), float(layer) + place)) * 9.;
    vec2 id = floor(q), f = fract(q) - .5;
    float has = step(.45, hash(id + place + float(layer) * 17.));
    vec2 at = (vec2(hash(id + 2.), hash(id + 6.)) - .5) * .5;
    vec2 off = (f - at) * vec2(1., 1. - .25 * f.y);
    float r = .10 + .16 * hash(id + 4.);
    float drop = smoothstep(r, r * .75, length(off)) * has;
    bend += off * drop * 1.5;
    wet = max(wet, drop);
    // What it left behind.
    float trail = smoothstep(.09, .0, abs(f.x - at.x)) * step(at.y, f.y) * has * .3;
    bend.x += (f.x - at.x) * trail * .5;
    wet = max(wet, trail * .4);
  }
  vec3 color = lamps(clamp(p * vec2(1., .9) + vec2(0., .08) - bend * .8, -.2, 1.2), mix(2.3, 1.0, wet));
  color += low() * .06 * (1. - wet) * fbm(p * 3.);
  return color * (1. + .35 * wet) + wet * .025;
}

void main() {
  vec2 p = gl_FragCoord.xy / size;
  // A hand holds the camera.
  p = (p - .5) * (.965 - .008 * t) + .5 + .006 * vec2(sin(t * 1.1 + place) + .4 * sin(t * 3.7), cos(t * .9 + place * 2.) + .4 * cos(t * 3.1));
  vec3 color = scene < .5 ? sea(p) : scene < 1.5 ? lamps(p, 1.25) : scene < 2.5 ? ridges(p) : scene < 3.5 ? clouds(p) : rain(p);
  color = color / (1. + .22 * color) * 1.16;
  color = mix(color, color * color * (3. - 2. * color), .45);
  color = mix(vec3(dot(color, vec3(.3, .59, .11))), color, 1.06) * mix(vec3(.96, .99, 1.05), vec3(1.04, 1., .95), color.g);
  vec2 v = gl_FragCoord.xy / size - .5;
  color *= 1. - .55 * dot(v, v);
  color += (hash(gl_FragCoord.xy + fract(t * 7.13) * 191.) - .5) * .035;
  seen = vec4(clamp(color, 0., 1.), 1.);
}`;

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
          ...[
            '-v',
            'error',
            '-nostdin',
            '-y',
            '-f',
            'image2pipe',
            '-c:v',
            'mjpeg',
            '-framerate',
            String(RATE),
            '-i',
            '-',
          ],
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
