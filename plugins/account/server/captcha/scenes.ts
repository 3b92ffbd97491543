import sharp from 'sharp';

/** A picture as plain bytes: red, green, blue. */
export interface Picture {
  width: number;
  height: number;
  data: Buffer;
}

/** Larger than a puzzle, so that each puzzle shows another part. */
const WIDTH = 400;
const HEIGHT = 220;
const HORIZON = 128;

const PALETTES = [
  { sky: ['#13202F', '#28425C'], sun: '#F4D9A8', hills: '#1B2C3D', sea: ['#1D3B4F', '#0B1620'], lights: '#FFB46B' },
  { sky: ['#F6B26B', '#F7E3C1'], sun: '#FFF4DC', hills: '#B9776A', sea: ['#D98F63', '#5E4A63'], lights: '#FFF1CF' },
  { sky: ['#8FC3E8', '#E5F2F7'], sun: '#FFFFFF', hills: '#7FA3A8', sea: ['#5AA9B5', '#1F6B83'], lights: '#FFFFFF' },
  { sky: ['#473A5E', '#D9736B'], sun: '#FFD08A', hills: '#3B2F4C', sea: ['#8A4F66', '#2B2440'], lights: '#FFC98A' },
  { sky: ['#B9D3C8', '#F3EFD9'], sun: '#FFF8E0', hills: '#86A896', sea: ['#79A99F', '#2E5E62'], lights: '#FFF3C9' },
  { sky: ['#0E2A3A', '#1F6E7A'], sun: '#E8F6EF', hills: '#0F3443', sea: ['#17596A', '#081D28'], lights: '#9DEBDD' },
] as const;
const BOXES = ['#D9572B', '#2F7F86', '#E2B04A', '#7B4B6B', '#3F6FA8', '#B8BFC6', '#5E8C4A'];

let scenes: Promise<Picture[]> | undefined;

/** The scenes of this process: harbours of our own drawing, rendered when they are first asked for. */
export function harbourScenes(): Promise<Picture[]> {
  scenes ??= Promise.all(PALETTES.map((_, index) => render(drawHarbour(index)))).catch((error: unknown) => {
    scenes = undefined;
    throw error;
  });
  return scenes;
}

async function render(svg: string): Promise<Picture> {
  const { data, info } = await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}

/** The drawing of one palette, as SVG. The same every time. */
export function drawHarbour(index: number): string {
  const palette = PALETTES[index % PALETTES.length] ?? PALETTES[0];
  const random = sequence(index * 7919 + 17);
  const between = (low: number, high: number) => low + random() * (high - low);
  const [top, bottom] = palette.sky;
  const [shallow, deep] = palette.sea;
  const sunX = between(60, 340);
  const shapes = [
    `<circle cx="${sunX}" cy="${between(30, 80)}" r="${between(16, 26)}" fill="${palette.sun}" opacity=".9"/>`,
    ...clouds(between, palette.sun),
    hills(between, palette.hills),
    ...Array.from({ length: 3 }, (_, place) =>
      crane(30 + place * 130 + between(0, 50), between(60, 84), palette.hills),
    ),
    ...stacks(between),
    ship(between(40, 210), between),
    ...waves(between, shallow),
    ...Array.from(
      { length: 26 },
      () =>
        `<rect x="${between(0, WIDTH)}" y="${between(HORIZON - 14, HORIZON + 70)}" width="${between(2, 9)}" height="1.6" fill="${palette.lights}" opacity="${between(0.2, 0.8)}"/>`,
    ),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
<defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="${top}"/><stop offset="1" stop-color="${bottom}"/></linearGradient>
<linearGradient id="sea" x2="0" y2="1"><stop stop-color="${shallow}"/><stop offset="1" stop-color="${deep}"/></linearGradient></defs>
<rect width="${WIDTH}" height="${HORIZON + 4}" fill="url(#sky)"/>
<rect y="${HORIZON}" width="${WIDTH}" height="${HEIGHT - HORIZON}" fill="url(#sea)"/>
${shapes.join('\n')}
</svg>`;
}

type Between = (low: number, high: number) => number;

function clouds(between: Between, colour: string): string[] {
  return Array.from(
    { length: 7 },
    () =>
      `<ellipse cx="${between(0, WIDTH)}" cy="${between(12, 84)}" rx="${between(24, 62)}" ry="${between(4, 10)}" fill="${colour}" opacity="${between(0.12, 0.34)}"/>`,
  );
}

function hills(between: Between, colour: string): string {
  const points = Array.from({ length: 11 }, (_, place) => `${place * 40},${HORIZON - between(8, 44)}`);
  return `<polygon points="0,${HORIZON} ${points.join(' ')} ${WIDTH},${HORIZON}" fill="${colour}" opacity=".55"/>`;
}

function crane(x: number, height: number, colour: string): string {
  const top = HORIZON - height;
  return `<g stroke="${colour}" stroke-width="3.4" fill="none"><path d="M${x} ${HORIZON}V${top}M${x + 24} ${HORIZON}V${top + 6}M${x - 30} ${top + 8}H${x + 66}M${x} ${top}L${x + 12} ${top - 18}L${x + 66} ${top + 8}M${x + 12} ${top - 18}L${x - 30} ${top + 8}"/><path stroke-width="1.4" d="M${x} ${HORIZON - 20}L${x + 24} ${HORIZON - 44}M${x + 48} ${top + 8}v26"/></g>`;
}

function stacks(between: Between): string[] {
  return Array.from({ length: 16 }, (_, place) => {
    const rows = Math.floor(between(1, 4));
    const x = place * 26 - 4;
    return Array.from({ length: rows }, (_row, row) => box(x, HORIZON - 9 * (row + 1), 23, 8, between)).join('');
  });
}

function box(x: number, y: number, width: number, height: number, between: Between): string {
  const colour = BOXES[Math.floor(between(0, BOXES.length))] ?? '#888';
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${colour}"/><path d="M${x + width / 3} ${y}v${height}M${x + (2 * width) / 3} ${y}v${height}" stroke="#000" stroke-opacity=".18"/>`;
}

function ship(x: number, between: Between): string {
  const y = HORIZON + 44;
  const boxes = Array.from({ length: 9 }, (_, place) =>
    Array.from({ length: Math.floor(between(1, 4)) }, (_row, row) =>
      box(x + 18 + place * 13, y - 20 - row * 8, 12, 7, between),
    ).join(''),
  );
  return `${boxes.join('')}<rect x="${x + 140}" y="${y - 46}" width="18" height="34" fill="#EEF1F3"/><rect x="${x + 143}" y="${y - 42}" width="12" height="4" fill="#24435A"/><path d="M${x} ${y - 12}H${x + 172}L${x + 160} ${y + 8}H${x + 16}Z" fill="#7A2E2A"/><path d="M${x + 8} ${y + 1}H${x + 165}L${x + 160} ${y + 8}H${x + 16}Z" fill="#22303C"/>`;
}

function waves(between: Between, colour: string): string[] {
  return Array.from({ length: 22 }, () => {
    const x = between(-10, WIDTH);
    const y = between(HORIZON + 6, HEIGHT);
    const width = between(14, 46);
    return `<path d="M${x} ${y}q${width / 4} -4 ${width / 2} 0t${width / 2} 0" fill="none" stroke="${colour}" stroke-width="1.6" opacity="${between(0.3, 0.8)}"/>`;
  });
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
