import { useState } from 'react';

import { BoxStage, boxPixels, turnedSize, type StageBox, type Turn } from '#core/web/studio/BoxStage.tsx';

import { paintedPicture } from './painted-picture.ts';

const query = new URLSearchParams(location.search);
const PICTURE = { width: 1920, height: 1080 };
const turn = Number(query.get('turn') ?? 0) as Turn;
const ratio = query.has('ratio') ? Number(query.get('ratio')) : null;

/** A stage with two boxes, or as many as are drawn; below it where they are, in pixels. */
export function StagePage() {
  const [boxes, set] = useState<readonly StageBox[]>([
    { id: 'a', name: '台标', box: { x: 0.25, y: 0.25, width: 0.25, height: 0.25 } },
    { id: 'b', name: '字幕', box: { x: 0.1, y: 0.75, width: 0.8, height: 0.2 } },
  ]);
  const [chosen, choose] = useState<string | null>(null);
  const [released, release] = useState(0);
  const shown = turnedSize(PICTURE, turn);
  return (
    <>
      <BoxStage
        label="画面"
        picture={PICTURE}
        {...{ turn, ratio, boxes, chosen }}
        dims={query.has('dims')}
        thirds={query.has('dims')}
        onChoose={choose}
        onChange={(id, box) => set((all) => all.map((other) => (other.id === id ? { ...other, box } : other)))}
        onRelease={() => release((count) => count + 1)}
        onDraw={(box) => {
          const id = `new-${boxes.length}`;
          set([...boxes, { id, name: `框 ${boxes.length + 1}`, box }]);
          choose(id);
        }}
        onRemove={(id) => set(boxes.filter((other) => other.id !== id))}
      >
        <img src={paintedPicture(PICTURE)} alt="" />
      </BoxStage>
      <output>
        {JSON.stringify({
          chosen,
          released,
          boxes: Object.fromEntries(
            boxes.map(({ id, box }) => {
              const { x, y, width, height } = boxPixels(box, shown);
              return [id, [x, y, width, height]];
            }),
          ),
        })}
      </output>
    </>
  );
}
