import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { TestScope } from '#core/server/testing/test-scope.ts';

/** How a grid is laid out, in pixels. */
export interface BareGrid {
  count: number;
  columns: number;
  rowHeight: number;
  gap: number;
  overscan: number;
  width: number;
  height: number;
}

/** The part of the list that knows nothing of React; a browser takes its files as they are. */
const SOURCES = new URL('../../../virtual-core/dist/esm/', import.meta.resolve('@tanstack/react-virtual'));

const PAGE = `<!doctype html>
<meta charset="utf-8">
<title>bare</title>
<style>
  body { margin: 0; background: #10161d; }
  #scroller { position: relative; overflow: hidden auto; overflow-anchor: none; }
  #rows { position: relative; }
  .row { position: absolute; top: 0; inset-inline: 0; display: grid; }
  .tile { border-radius: 4px; }
</style>
<div id="scroller"><div id="rows"></div></div>
<script>globalThis.process = { env: { NODE_ENV: 'production' } };</script>
<script type="module">
  import { elementScroll, observeElementOffset, observeElementRect, Virtualizer } from '/core/index.js';

  const { count, columns, rowHeight, gap, overscan, width, height } =
    JSON.parse(new URLSearchParams(location.search).get('grid'));
  const scroller = document.getElementById('scroller');
  const rows = document.getElementById('rows');
  Object.assign(scroller.style, { width: width + 'px', height: height + 'px' });
  rows.style.height = Math.ceil(count / columns) * rowHeight + 'px';
  const drawn = new Map();
  const virtualizer = new Virtualizer({
    count: Math.ceil(count / columns),
    getScrollElement: () => scroller,
    estimateSize: () => rowHeight,
    overscan,
    scrollToFn: elementScroll,
    observeElementRect,
    observeElementOffset,
    onChange: draw,
  });
  virtualizer._didMount();
  virtualizer._willUpdate();
  draw();

  function draw() {
    const items = virtualizer.getVirtualItems();
    const wanted = new Set(items.map(({ index }) => index));
    for (const [index, row] of drawn) {
      if (wanted.has(index)) continue;
      row.remove();
      drawn.delete(index);
    }
    for (const { index, start } of items) {
      if (drawn.has(index)) continue;
      const row = document.createElement('div');
      row.className = 'row';
      row.style.cssText = 'height:' + (rowHeight - gap) + 'px;column-gap:' + gap + 'px;transform:translateY(' + start +
        'px);grid-template-columns:repeat(' + columns + ',minmax(0,1fr))';
      for (let column = 0; column < columns && index * columns + column < count; column++) {
        const tile = document.createElement('div');
        tile.className = 'tile';
        tile.style.background = 'hsl(' + (((index * columns + column) * 47) % 360) + ' 40% 40%)';
        row.append(tile);
      }
      rows.append(row);
      drawn.set(index, row);
    }
  }
</script>`;

/** Serves a page that scrolls plain coloured tiles by the same virtual list as the product. @returns its address */
export async function startBarePage(scope: TestScope): Promise<(grid: BareGrid) => string> {
  const server = createServer((request, response) => {
    const [, file] = /^\/core\/([a-z-]+\.js)$/.exec(request.url ?? '') ?? [];
    if (file === undefined) {
      response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE);
      return;
    }
    readFile(new URL(file, SOURCES)).then(
      (code) => response.writeHead(200, { 'content-type': 'text/javascript' }).end(code),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  scope.after(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  return (grid) => `http://127.0.0.1:${port}/?grid=${encodeURIComponent(JSON.stringify(grid))}`;
}
