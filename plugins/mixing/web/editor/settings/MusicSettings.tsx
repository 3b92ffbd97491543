import { useRef } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { FileInput } from '#core/web/components/FileInput.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Switch } from '#core/web/ui/Switch.tsx';
import { Slider } from '#core/web/ui/Slider.tsx';

import type { MixProject } from '#plugins/mixing/project.ts';
import { change } from '../store/edit-project.ts';
import { ArrivalRow } from '../board/ArrivalRow.tsx';
import { useSeconds } from '../fields/use-seconds.ts';
import { useEditor } from '../store/use-editor.ts';
import { useMusicPicker } from '../store/use-music.ts';

const ACCEPT = '.mp3,.wav';

/** Music beneath every video. */
export const MusicSettings = observer(function MusicSettings() {
  const t = useText();
  const seconds = useSeconds();
  const store = useEditor();
  const pick = useMusicPicker();
  const file = useRef<HTMLInputElement>(null);
  const { music } = store.project;
  const material = music === null ? undefined : store.materials.get(music.material);
  const length = material?.seconds ?? null;
  const set = (values: Partial<NonNullable<MixProject['music']>>, kind: string | null = null): void => {
    if (music !== null) store.edit(change({ music: { ...music, ...values } }), kind === null ? null : `music.${kind}`);
  };
  return (
    <>
      {music === null ? (
        <p className="rp-ed-about">{t('mixing:editor.music-about')}</p>
      ) : (
        <p className="rp-ed-chosen">
          <strong>{material?.name ?? t('mixing:editor.music-unknown')}</strong>
          {length !== null && <span>{seconds(length)}</span>}
        </p>
      )}
      {music !== null && store.materials.isMissing(music.material) && (
        <p className="rp-ed-fault">{t('mixing:music-missing')}</p>
      )}
      <div className="rp-ed-buttons">
        <Button size="small" icon="music" onClick={pick}>
          {t(music === null ? 'mixing:editor.music-pick' : 'mixing:editor.music-other')}
        </Button>
        <Button size="small" icon="upload" onClick={() => file.current?.click()}>
          {t('mixing:editor.music-upload')}
        </Button>
        {music !== null && (
          <Button size="small" variant="quiet" icon="close" onClick={() => store.edit(change({ music: null }))}>
            {t('mixing:editor.music-none')}
          </Button>
        )}
        <FileInput
          ref={file}
          accept={ACCEPT}
          data-music=""
          onFiles={(files) => store.arrivals.add(files, 'music', null)}
        />
      </div>
      {store.arrivals.of(null).map((arrival) => (
        <ArrivalRow key={arrival.id} arrival={arrival} />
      ))}
      {music !== null && (
        <>
          <Slider
            label={t('mixing:editor.volume')}
            value={music.volume}
            min={0}
            max={2}
            step={0.05}
            shown={`${Math.round(music.volume * 100)} %`}
            onChange={(volume) => set({ volume }, 'volume')}
          />
          <Switch
            label={t('mixing:editor.duck')}
            hint={t('mixing:editor.duck-note')}
            checked={music.duck}
            onChange={(duck) => set({ duck })}
          />
          <Slider
            label={t('mixing:editor.fade-in')}
            value={music.fadeIn}
            min={0}
            max={10}
            step={0.5}
            shown={seconds(music.fadeIn)}
            onChange={(fadeIn) => set({ fadeIn }, 'fadeIn')}
          />
          <Slider
            label={t('mixing:editor.fade-out')}
            value={music.fadeOut}
            min={0}
            max={10}
            step={0.5}
            shown={seconds(music.fadeOut)}
            onChange={(fadeOut) => set({ fadeOut }, 'fadeOut')}
          />
        </>
      )}
    </>
  );
});
