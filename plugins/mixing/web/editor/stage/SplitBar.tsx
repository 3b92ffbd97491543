import { useEffect, useState, type KeyboardEvent, type PointerEvent, type RefObject } from 'react';

import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';
import { STORAGE } from '#core/web/storage/storage.ts';

import { followPointer } from '#core/web/studio/pointer/follow-pointer.ts';

const KEY = 'editor-split';
const LEAST = 35;
const MOST = 80;
/** At 900 pixels, three clips of each group are in sight. */
const USUAL = 53;
const STEP = 2;

const within = (share: number) => Math.round(Math.max(LEAST, Math.min(MOST, share)));

/** The line between the preview and the groups; it is dragged, or moved by the arrow keys. */
export function SplitBar({ page }: { page: RefObject<HTMLElement | null> }) {
  const t = useText();
  const storage = useService(STORAGE);
  const [share, setShare] = useState(() => {
    const kept = storage.read(KEY);
    return typeof kept === 'number' ? within(kept) : USUAL;
  });
  useEffect(() => {
    page.current?.style.setProperty('--rp-upper', `${share}fr`);
    page.current?.style.setProperty('--rp-lower', `${100 - share}fr`);
  }, [page, share]);
  const move = (to: number): void => {
    setShare(within(to));
    storage.write(KEY, within(to));
  };
  const drag = (event: PointerEvent<HTMLElement>): void => {
    const height = page.current?.clientHeight ?? 0;
    if (event.button !== 0 || height === 0) return;
    followPointer(event, ({ y }) => move(share + (y / height) * 100));
  };
  const press = (event: KeyboardEvent): void => {
    const to = {
      ...{ ArrowUp: share - STEP, ArrowDown: share + STEP, Home: LEAST, End: MOST },
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    move(to);
  };
  return (
    <div
      className="rp-ed-split"
      role="slider"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={t('mixing:editor.split')}
      aria-valuemin={LEAST}
      aria-valuemax={MOST}
      aria-valuenow={share}
      onPointerDown={drag}
      onKeyDown={press}
      onDoubleClick={() => move(USUAL)}
    />
  );
}
