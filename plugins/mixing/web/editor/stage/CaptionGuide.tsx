import { useRef, type KeyboardEvent, type PointerEvent } from 'react';

import type { CaptionStyle } from '#plugins/mixing/captions.ts';
import { observer } from '#core/web/react/observer.ts';
import { useText } from '#core/web/react/use-text.ts';

import { followPointer } from '#core/web/studio/pointer/follow-pointer.ts';
import { change, type Edit } from '../store/edit-project.ts';
import type { EditorStore } from '../store/EditorStore.ts';
import { useEditor } from '../store/use-editor.ts';

const HIGHEST = 0.05;
const LOWEST = 0.95;
const STEP = 0.01;

/** What is moved by dragging: the texts whose settings are open. */
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

/** A line on the picture that shows the height of texts; it is moved by dragging or by the arrow keys. */
export const CaptionGuide = observer(function CaptionGuide() {
  const t = useText();
  const store = useEditor();
  const line = useRef<HTMLDivElement>(null);
  const placed = placedOf(store);
  if (placed === null || store.lock !== null) return null;
  const { style, place } = placed;
  const move = (position: number): void =>
    store.edit(
      place(Math.round(Math.max(HIGHEST, Math.min(LOWEST, position)) * 1000) / 1000),
      `place.${store.work.selected.kind}`,
    );

  const drag = (event: PointerEvent<HTMLDivElement>): void => {
    const box = line.current?.parentElement?.getBoundingClientRect();
    if (box === undefined || event.button !== 0) return;
    const from = style.position;
    followPointer(event, ({ y }) => move(from + y / box.height));
  };
  const press = (event: KeyboardEvent): void => {
    const step = { ArrowUp: -STEP, ArrowDown: STEP, PageUp: -10 * STEP, PageDown: 10 * STEP }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    move(style.position + step);
  };
  return (
    <div
      ref={line}
      className="rp-ed-guide"
      style={{ top: `${style.position * 100}%`, '--rp-guide': `${Math.max(24, style.size * 0.6)}px` } as object}
      role="slider"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={t('mixing:editor.place')}
      aria-valuemin={HIGHEST * 100}
      aria-valuemax={LOWEST * 100}
      aria-valuenow={Math.round(style.position * 100)}
      onPointerDown={drag}
      onKeyDown={press}
    />
  );
});
