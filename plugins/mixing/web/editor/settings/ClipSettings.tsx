import { Button } from '#core/web/components/Button.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';
import { PLAYER } from '#core/web/player/player.ts';

import { SHORTEST_MATERIAL } from '#plugins/mixing/project.ts';
import { MAX_WINDOWS, removeClips, setWindows, type MixWindow } from '../store/edit-project.ts';
import { Editable } from '../fields/Editable.tsx';
import { useSeconds } from '../fields/use-seconds.ts';
import { useEditor } from '../store/use-editor.ts';
import { Filmstrip } from './Filmstrip.tsx';
import { freeWindow } from './windows.ts';

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
  const player = useService(PLAYER);
  const store = useEditor();
  const clip = store.clipOf(group, id);
  const material = store.materials.get(id);
  if (clip === undefined) return null;
  const windows = clip.windows ?? [];
  const length = material?.seconds ?? 0;
  const set = (next: readonly MixWindow[], kind: string | null): void =>
    store.edit(setWindows(group, id, next), kind === null ? null : `windows.${group}.${id}.${kind}`);
  const free = freeWindow(windows, length, store.project.shotSeconds);
  const reason = store.yields.waiting.get(id) ?? null;
  return (
    <>
      <p className="rp-ed-chosen">
        <strong>{material?.name ?? t('mixing:editor.clip-unknown')}</strong>
        {length > 0 && <span>{seconds(length)}</span>}
      </p>
      {reason !== null && <p className="rp-ed-fault">{reason}</p>}
      {material !== undefined && length >= SHORTEST_MATERIAL && (
        <Editable>
          <h3 className="rp-ed-trim">{t('mixing:editor.trim')}</h3>
          <Filmstrip
            material={material}
            windows={windows}
            onFocus={(index) => store.work.workOn(index)}
            onWindow={(index, window) => set(windows.with(index, window), String(index))}
          />
          <p className="rp-ed-about">
            {windows.length === 0
              ? t('mixing:editor.windows-none', { seconds: store.project.shotSeconds })
              : t('mixing:editor.windows-about')}
          </p>
          <ol className="rp-ed-windows">
            {windows.map((window, index) => (
              <li key={index} onFocus={() => store.work.workOn(index)}>
                <span>
                  {window.start.toFixed(1)} – {window.end.toFixed(1)}
                </span>
                <span>{seconds(window.end - window.start)}</span>
                <Button
                  size="small"
                  variant="quiet"
                  icon="close"
                  onClick={() => set(windows.toSpliced(index, 1), null)}
                >
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
              onClick={() => free !== null && set([...windows, free], null)}
            >
              {t('mixing:editor.window-add')}
            </Button>
            {windows.length > 0 && (
              <Button size="small" variant="quiet" onClick={() => set([], null)}>
                {t('mixing:editor.windows-whole')}
              </Button>
            )}
          </div>
        </Editable>
      )}
      <div className="rp-ed-buttons">
        {material !== undefined && (
          <Button size="small" icon="play" onClick={() => void player.open(material.url, { title: material.name })}>
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
