#version 300 es
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
float sunAt() { return pick(vec3(.36), vec3(.80), vec3(.55), vec3(.16), vec3(.68)).x; }

vec3 sky(vec2 p, float horizon) {
  float y = clamp((p.y - horizon) / (1.1 - horizon), 0., 1.);
  vec3 color = mix(low(), high(), pow(y, .55));
  float d = distance(p * vec2(.6, 1.), vec2(sunAt() * .6, horizon + .16));
  color += sun() * (.55 * exp(-d * d * 26.) + .5 * smoothstep(.045, .04, d));
  float cover = fbm(vec2(p.x * 2.2 + t * .03 + place * 5., p.y * 6. - place));
  return mix(color, mix(low(), vec3(1.), .35) * .95, smoothstep(.52, .9, cover) * .55 * smoothstep(0., .25, y));
}

vec3 surf(vec2 p) {
  float edge = .46 + .07 * sin(p.x * 3.1 + .6) + .09 * fbm(vec2(p.x * 4., t * .15)) + .05 * sin(t * .9);
  float off = p.y - edge;
  vec3 sand = vec3(.86, .70, .50) * (.82 + .22 * fbm(p * 34.)) * mix(.62, 1., smoothstep(.0, .2, -off));
  vec3 water = mix(vec3(.20, .66, .64), vec3(.02, .22, .34), smoothstep(0., .5, off)) * (.85 + .3 * fbm(p * vec2(9., 14.) + t * .2));
  vec3 color = mix(sand, water, smoothstep(-.01, .02, off));
  for (int n = 0; n < 3; n++) {
    float far = off - float(n) * .15 - .02 * sin(t + float(n)) - .05 * fbm(vec2(p.x * 5. + float(n) * 4., t * .2));
    float lace = smoothstep(.44, .62, fbm(p * vec2(16., 20.) + vec2(t * .1, -t * .2 + float(n))));
    color = mix(color, vec3(.97, .98, .96), smoothstep(.085, .0, abs(far)) * mix(lace, 1., smoothstep(.022, .0, abs(far))) * .9);
  }
  return color;
}

vec3 under(vec2 p) {
  vec2 q = p * vec2(4., 5.) * (1.6 - p.y);
  vec2 warp = vec2(fbm(q + t * .25), fbm(q + 5. - t * .22));
  float net = 1. - abs(2. * fbm(q + warp * 1.4 + t * .1) - 1.);
  float rays = fbm(vec2((p.x - .5) / (1.6 - p.y) * 7. + t * .12, 3.));
  vec3 color = mix(vec3(.01, .10, .20), vec3(.10, .52, .60), pow(p.y, 1.3));
  color += vec3(.55, .95, .90) * (pow(net, 14.) * .8 * smoothstep(.75, .1, p.y) + .5 * smoothstep(.45, .8, rays) * p.y);
  for (int n = 0; n < 14; n++) {
    vec2 id = vec2(float(n), 4.);
    vec2 at = vec2(hash(id) + .02 * sin(t * 2. + float(n)), fract(hash(id + 2.) + t * (.05 + .06 * hash(id + 4.))));
    color += vec3(.6, .9, .9) * .4 * smoothstep(.012, .006, length((p - at) * vec2(size.x / size.y, 1.)));
  }
  return color;
}

vec3 dunes(vec2 p) {
  vec3 color = mix(vec3(.95, .72, .50), vec3(.28, .42, .66), smoothstep(.62, 1.05, p.y));
  for (int n = 0; n < 4; n++) {
    float k = float(n);
    float x = p.x + t * .012 * k;
    float top = .70 - k * .17 + .11 * sin(x * (2.2 + k * .8) + k * 2.6) + .03 * sin(x * 9. + k);
    float side = cos(x * (2.2 + k * .8) + k * 2.6 + (top - p.y) * 5.);
    float ripple = .5 + .5 * sin((p.y * 150. + 30. * fbm(vec2(x * 5., p.y * 5.))) * (1. - .12 * k));
    vec3 sand = mix(vec3(.36, .16, .10), vec3(1., .66, .36), smoothstep(-.35, .45, side)) * (.86 + .14 * ripple);
    color = mix(color, mix(sand, vec3(.95, .75, .58), .4 - .13 * k), smoothstep(-.002, .003, top - p.y));
  }
  return color;
}

vec3 sail(vec2 p, vec3 behind, float horizon) {
  float sway = .05 * sin(t * 1.1);
  vec2 b = p - vec2(.42 + .015 * t, horizon - .015 + .006 * sin(t * 1.7));
  b.x += b.y * sway;
  vec3 cloth = mix(vec3(.98, .96, .90), vec3(.72, .76, .82), smoothstep(-.1, .22, b.x + .3 * b.y)) - .04 * sin(b.y * 90.);
  float main = step(.035, b.y) * step(0.012, b.x) * step(b.x, (.40 - b.y) * .62 * (1. + .2 * b.y));
  float jib = step(.03, b.y) * step(b.x, -.006) * step(-(.33 - b.y) * .46, b.x);
  float mast = step(abs(b.x), .005) * step(0., b.y) * step(b.y, .43);
  float hull = step(abs(b.x - .03), .20 + b.y * .8) * step(-.035, b.y) * step(b.y, .02);
  vec3 color = mix(behind, cloth, main);
  color = mix(color, cloth * vec3(1., .60, .42), jib);
  return mix(color, vec3(.10, .09, .10) + .25 * smoothstep(.0, .02, b.y) * vec3(.9, .5, .3), max(mast, hull));
}

vec3 waves(vec2 p, float horizon) {
  float fine = pick(vec3(2.), vec3(3.4), vec3(1.1), vec3(2.6), vec3(.8)).x;
  p.y += .006 * sin(t * 1.3 + place);
  if (p.y > horizon) return sky(p, horizon);
  float depth = .22 / (horizon - p.y + .012);
  vec2 at = vec2((p.x - .5) * depth * 3., depth * 2.6 + t * (.55 + .12 * place)) + place * 17.;
  float e = .06;
  float w = fbm(at * fine + vec2(t * .25, 0.));
  vec2 slope = vec2(fbm(at * fine + vec2(e + t * .25, 0.)) - w, fbm(at * fine + vec2(t * .25, e)) - w) / e;
  float fresnel = clamp(pow(1. - clamp((horizon - p.y) * 1.7 + slope.y * .10, 0., 1.), 3.), .04, 1.);
  vec3 deep = mix(high() * .35, vec3(.02, .10, .13), .55);
  vec3 color = mix(deep + vec3(.0, .05, .06) * w, mix(low(), high(), .3), fresnel);
  float bright = place > .5 && place < 1.5 ? .25 : 1.;
  float path = abs(p.x - sunAt() + slope.x * .07) * (2.2 + 1.5 * depth);
  color += bright * sun() * exp(-path * path * 2.2) * (.25 + 1.3 * smoothstep(.2, .9, w + slope.y * .12)) * .8;
  return mix(color, low(), smoothstep(.07, 0., horizon - p.y) * .6);
}

vec3 sea(vec2 p) {
  if (place > 1.5 && place < 2.5) return surf(p);
  if (place > 3.5) return under(p);
  float horizon = pick(vec3(.58), vec3(.34), vec3(.76), vec3(.46), vec3(.68)).x;
  float tilt = pick(vec3(0.), vec3(.10), vec3(-.06), vec3(-.13), vec3(.05)).x;
  p = mat2(cos(tilt), sin(tilt), -sin(tilt), cos(tilt)) * (p - .5) + .5;
  vec3 color = waves(p, horizon);
  return place > .5 && place < 1.5 ? sail(p, color, horizon) : color;
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
    color += (1. - smoothstep(.26, .46, p.y)) * lamp * on * .30 * exp(-dot(offDown, offDown) / (big * big) * 1.4);
  }
  return color;
}

vec3 skyline(vec2 p) {
  vec3 color = mix(vec3(.98, .62, .48), vec3(.16, .20, .42), smoothstep(.25, .95, p.y));
  for (int n = 0; n < 3; n++) {
    float k = float(n);
    float x = (p.x + t * (.006 + .01 * k)) * (7.5 - 1.8 * k) + k * 31.;
    float id = floor(x);
    float top = (.78 - .17 * k) * (.45 + .55 * hash(vec2(id, k))) + .10;
    vec2 cell = vec2(fract(x) * 5., p.y * (64. - 14. * k));
    float pane = step(.25, fract(cell.x)) * step(.35, fract(cell.y));
    float lit = step(.62, hash(floor(cell) + id * 7. + k * 3.)) * pane * (.8 + .2 * sin(t + id + floor(cell.y)));
    vec3 wall = mix(vec3(.46, .34, .46), vec3(.05, .06, .12), .3 + .32 * k) * (.9 + .2 * hash(vec2(id, 4.)));
    wall += lit * mix(vec3(1., .78, .42), vec3(.8, .9, 1.), step(.8, hash(floor(cell) + 9.))) * (.35 + .2 * k);
    color = mix(color, wall, step(p.y, top) * step(.04, fract(x)));
  }
  return color;
}

vec3 ridges(vec2 p) {
  if (place > .5 && place < 1.5) return skyline(p);
  if (place > 1.5 && place < 2.5) return dunes(p);
  p.x += t * .012;
  vec3 color = sky(vec2(p.x - t * .012, p.y), .42);
  for (int n = 0; n < 6; n++) {
    float near = float(n) / 5.;
    float steep = pick(vec3(1.), vec3(.45), vec3(1.7), vec3(.8), vec3(1.3)).x;
    float first = pick(vec3(.60), vec3(.46), vec3(.74), vec3(.52), vec3(.66)).x;
    float x = p.x * (1.2 + near * 1.6) * (.7 + .5 * steep) + t * .03 * near + float(n) * 7.3 + place * 11.;
    float top = first - near * (first - .16) + .22 * steep * (fbm(vec2(x * 1.4, float(n) + place * 5.)) - .5) * (1. + near * .4) + .02 * fbm(vec2(x * 18., 3.)) * near;
    if (place > 3.5) top += .11 * near * (1. - 2. * abs(fract(x * 9.) - .5)) * (.3 + hash(vec2(floor(x * 9.), float(n))));
    vec3 stone = mix(mix(low(), high(), .35), high() * .18 + vec3(.01, .03, .03), pow(near, .8));
    float fog = fbm(vec2(p.x * 2. - t * .06 * (1. + near), p.y * 5. + float(n) * 4.));
    stone = mix(stone, mix(low(), vec3(.9), .2), (1. - near) * .25 + .65 * smoothstep(.0, .22, top - p.y) * fog * (1. - near * .75));
    color = mix(color, stone, smoothstep(-.002, .003, top - p.y));
  }
  return color;
}

vec3 fireworks(vec2 p) {
  vec3 color = mix(vec3(.06, .05, .12), vec3(.01, .01, .04), p.y) + vec3(.10, .05, .06) * fbm(p * 3. + t * .1);
  for (int n = 0; n < 5; n++) {
    float k = float(n);
    float round_ = floor(t * .6 + hash(vec2(k, 1.)));
    float age = fract(t * .6 + hash(vec2(k, 1.)));
    vec2 from = vec2(.15 + .7 * hash(vec2(k, round_ + 2.)), .45 + .45 * hash(vec2(k, round_ + 5.)));
    float hue = hash(vec2(k, round_ + 8.));
    vec3 tint = hue < .35 ? vec3(1., .72, .30) : hue < .6 ? vec3(1., .30, .35) : hue < .8 ? vec3(.35, .85, 1.) : vec3(.75, .45, 1.);
    for (int m = 0; m < 26; m++) {
      float turn = (float(m) + hash(vec2(float(m), k))) * .2417;
      float reach = (.10 + .12 * hash(vec2(float(m), round_))) * (1. - exp(-4. * age));
      vec2 at = from + vec2(cos(turn), sin(turn) * size.x / size.y) * reach * 1.5 - vec2(0., .06 * age * age);
      float d = length((p - at) * vec2(size.x / size.y, 1.));
      color += tint * (1. - age) * (1. - age) * .00006 / (d * d + .00003);
    }
  }
  return color;
}

vec3 balloons(vec2 p, vec3 behind) {
  vec3 color = behind;
  for (int n = 0; n < 6; n++) {
    float k = float(n);
    float big = .05 + .022 * k;
    vec2 at = vec2(hash(vec2(k, 3.)) * .9 + .05 + .012 * sin(t + k), fract(hash(vec2(k, 6.)) + t * (.012 + .006 * k)) * 1.3 - .1);
    vec2 b = (p - at) * vec2(size.x / size.y, 1.) / big;
    float narrow = b.y < 0. ? 1. - .42 * b.y * b.y : 1.;
    float round_ = length(vec2(b.x / narrow, b.y * (b.y < 0. ? .78 : 1.)));
    float gore = sin(asin(clamp(b.x / narrow, -1., 1.)) * 7. + k);
    vec3 a = .5 + .5 * cos(vec3(0., 2.1, 4.2) + k * 1.9);
    vec3 cloth = mix(a, vec3(.97, .93, .84), step(0., gore)) * (.62 + .45 * clamp(.5 - .5 * b.x + .3 * b.y, 0., 1.));
    color = mix(color, cloth, smoothstep(1., .96, round_));
    color = mix(color, vec3(.28, .18, .12), step(abs(b.x), .16) * step(abs(b.y + 1.62), .13));
  }
  return color;
}

vec3 clouds(vec2 p) {
  if (place > 1.5 && place < 2.5) return fireworks(p);
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
  color = mix(color, cloud, body);
  return place < .5 ? balloons(p, color) : color;
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
  color = clamp(color, 0., 1.);
  color = mix(color, color * color * (3. - 2. * color), .45);
  color = mix(vec3(dot(color, vec3(.3, .59, .11))), color, 1.06) * mix(vec3(.96, .99, 1.05), vec3(1.04, 1., .95), color.g);
  vec2 v = gl_FragCoord.xy / size - .5;
  color *= 1. - .55 * dot(v, v);
  color += (hash(gl_FragCoord.xy + fract(t * 7.13) * 191.) - .5) * .035;
  seen = vec4(clamp(color, 0., 1.), 1.);
}
