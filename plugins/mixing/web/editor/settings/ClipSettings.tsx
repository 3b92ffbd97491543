import { useState } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { lazyPart } from '#core/web/react/lazy-part.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Switch } from '#core/web/ui/Switch.tsx';

import { SHORTEST_MATERIAL } from '#plugins/mixing/project.ts';
import { MAX_WINDOWS, removeClips } from '../store/edit-project.ts';
import { Editable } from '../fields/Editable.tsx';
import { useSeconds } from '../fields/use-seconds.ts';
import { useEditor } from '../store/use-editor.ts';
import { useClipWindows } from './use-clip-windows.ts';
import { freeWindow } from './windows.ts';
import { WindowTimeline } from './WindowTimeline.tsx';

const ClipPlayer = lazyPart(async () => ({ default: (await import('./clip-parts.ts')).ClipPlayer }));

/** Which stretches of a clip are used. */
export const ClipSettings = observer(function ClipSettings({
  group,
  material: id,
}: {
  group: string;
  material: string;
}) {
  const t = useText();
  const seconds = useSeconds();
  const store = useEditor();
  const [isPlayed, setPlayed] = useState(false);
  const [isCompared, setCompared] = useState(false);
  const material = store.materials.get(id);
  const length = material?.seconds ?? 0;
  const { windows, change, remove, set } = useClipWindows(group, { id, seconds: length });
  const own = store.groupOf(group);
  if (own === undefined || store.clipOf(group, id) === undefined) return null;
  const free = freeWindow(windows, length, store.project.shotSeconds);
  const reason = store.yields.waiting.get(id) ?? null;
  const workOn = (at: number): void => store.work.workOn(at);
  const index = Math.min(store.work.index, Math.max(0, windows.length - 1));
  return (
    <>
      <p className="rp-ed-chosen">
        <strong>{material?.name ?? t('mixing:editor.clip-unknown')}</strong>
        {length > 0 && <span>{seconds(length)}</span>}
      </p>
      {reason !== null && <p className="rp-ed-fault">{reason}</p>}
      {material !== undefined && isPlayed && (
        <>
          <ClipPlayer
            {...{ material, windows, index, workOn, change, remove }}
            compared={isCompared ? own : null}
            plays
          />
          <Switch label={t('mixing:editor.compare')} checked={isCompared} onChange={setCompared} />
        </>
      )}
      {material !== undefined && length >= SHORTEST_MATERIAL && (
        <>
          {!isPlayed && (
            <>
              <h3 className="rp-ed-trim">{t('mixing:editor.trim')}</h3>
              <WindowTimeline {...{ material, windows, workOn, change }} duration={length} />
            </>
          )}
          <p className="rp-ed-about">
            {windows.length === 0
              ? t('mixing:editor.windows-none', { seconds: store.project.shotSeconds })
              : t('mixing:editor.windows-about')}
          </p>
          <Editable>
            <ol className="rp-ed-windows">
              {windows.map((window, at) => (
                <li key={at} onFocus={() => workOn(at)}>
                  <span>
                    {window.start.toFixed(1)} – {window.end.toFixed(1)}
                  </span>
                  <span>{seconds(window.end - window.start)}</span>
                  <Button size="small" variant="quiet" icon="close" onClick={() => remove(at)}>
                    {t('mixing:editor.window-remove')}
                  </Button>
                </li>
              ))}
            </ol>
            <div className="rp-ed-buttons">
              <Button
                size="small"
                icon="plus"
                disabled={free === null || windows.length >= MAX_WINDOWS}
                onClick={() => free !== null && set([...windows, free])}
              >
                {t('mixing:editor.window-add')}
              </Button>
              {windows.length > 0 && (
                <Button size="small" variant="quiet" onClick={() => set([])}>
                  {t('mixing:editor.windows-whole')}
                </Button>
              )}
            </div>
          </Editable>
        </>
      )}
      <div className="rp-ed-buttons">
        {material !== undefined && !isPlayed && (
          <Button size="small" icon="play" onClick={() => setPlayed(true)}>
            {t('mixing:editor.clip-play')}
          </Button>
        )}
        <Editable>
          <Button size="small" variant="quiet" icon="trash" onClick={() => store.edit(removeClips(group, [id]))}>
            {t('mixing:editor.clip-remove')}
          </Button>
        </Editable>
      </div>
    </>
  );
});
