import type { ReactNode } from 'react';

import { observer } from '#core/web/react/observer.ts';
import { useText } from '#core/web/react/use-text.ts';
import { BoxStage, type Box, type Size } from '#core/web/studio/BoxStage.tsx';

import type { CaptionStyle } from '#plugins/mixing/captions.ts';
import { change, type Edit } from '../store/edit-project.ts';
import type { EditorStore } from '../store/EditorStore.ts';
import { useEditor } from '../store/use-editor.ts';

/** Where the middle of texts may be, from the top. */
const HIGHEST = 0.05;
const LOWEST = 0.95;
/** Shares of the picture's height: less is hardly seen, and more would not reach the highest place. */
const LEAST = 0.05;
const MOST = 2 * HIGHEST;

/** The texts whose settings are open: they are what is moved. */
interface Placed {
  style: CaptionStyle;
  place(position: number): Edit;
}

function placedOf({ project, work: { selected }, groupOf }: EditorStore): Placed | null {
  const { titles, subtitles, textStyle } = project;
  if (selected.kind === 'titles' && titles !== null) {
    const place = (position: number) => change({ titles: { ...titles, style: { ...titles.style, position } } });
    return { style: titles.style, place };
  }
  if (selected.kind === 'subtitles' && subtitles !== null) {
    const place = (position: number) =>
      change({ subtitles: { ...subtitles, style: { ...subtitles.style, position } } });
    return { style: subtitles.style, place };
  }
  if (selected.kind === 'group' && groupOf(selected.group)?.text !== '') {
    const place = (position: number) => change({ textStyle: { ...textStyle, position } });
    return { style: textStyle, place };
  }
  return null;
}

/** A line of these texts, as wide as the picture: it only goes up and down. */
function lineOf({ size, position }: CaptionStyle, { width, height }: Size): Box {
  const line = Math.max(LEAST, Math.min(MOST, ((size / 1000) * width * 1.2) / height));
  return { x: 0, y: position - line / 2, width: 1, height: line };
}

interface CaptionStageProps {
  /** Pixels of the video. */
  picture: Size;
  /** What is seen of it. */
  children: ReactNode;
}

/** The picture, with a box where texts stand whose settings are open; it is moved by pointer or keys. */
export const CaptionStage = observer(function CaptionStage({ picture, children }: CaptionStageProps) {
  const t = useText();
  const store = useEditor();
  const placed = store.lock === null ? placedOf(store) : null;
  const move = ({ y, height }: Box): void => {
    if (placed === null) return;
    const position = Math.max(HIGHEST, Math.min(LOWEST, y + height / 2));
    store.edit(placed.place(Math.round(position * 10_000) / 10_000), `place.${store.work.selected.kind}`);
  };
  return (
    <BoxStage
      label={t('mixing:editor.preview')}
      picture={picture}
      boxes={
        placed === null
          ? []
          : [{ id: 'texts', name: t('mixing:editor.place'), box: lineOf(placed.style, picture), isFixed: true }]
      }
      chosen="texts"
      onChoose={() => undefined}
      onChange={(_, box) => move(box)}
    >
      <div className="rp-ed-preview__screen" tabIndex={-1}>
        {children}
      </div>
    </BoxStage>
  );
});
