import { Icon } from '#core/web/components/Icon.tsx';
import { PlainButton } from '#core/web/components/PlainButton.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useText } from '#core/web/react/use-text.ts';

import { levelsOfPeaks } from '../store/sound-levels.ts';
import { useEditor } from '../store/use-editor.ts';
import './Lanes.css';

/** Music and voice below the groups, each with its waveform over the length of the previewed video. */
export const Lanes = observer(function Lanes() {
  const t = useText();
  const store = useEditor();
  const { music, dubbing } = store.project;
  const { planned } = store.preview.plan;
  const whole = planned === null ? (store.measurement.measured?.seconds.most ?? 0) : planned.frames / planned.fps;
  const material = music === null ? undefined : store.materials.get(music.material);
  const { spoken } = store.preview.voice;
  const open = (kind: 'music' | 'voice'): void => {
    store.work.select({ kind });
    store.work.setStep('settings');
  };
  return (
    <div className="rp-ed-lanes">
      <PlainButton
        className="rp-ed-lane"
        data-lane="music"
        aria-pressed={store.work.selected.kind === 'music'}
        onClick={() => open('music')}
      >
        <span className="rp-ed-lane__name">
          <Icon name="music" size={16} />
          {t('mixing:editor.tab-music')}
        </span>
        {music === null ? (
          <span className="rp-ed-lane__none">{t('mixing:editor.music-add')}</span>
        ) : (
          <>
            <Outline
              levels={levelsOfPeaks(material?.peaks ?? null)}
              each={material?.seconds ?? 0}
              whole={whole}
              volume={music.volume}
              repeats
            />
            <span className="rp-ed-lane__what">
              {material?.name ?? t('mixing:editor.music-unknown')} · {Math.round(music.volume * 100)} %
            </span>
          </>
        )}
      </PlainButton>
      <PlainButton
        className="rp-ed-lane"
        data-lane="voice"
        aria-pressed={store.work.selected.kind === 'voice'}
        onClick={() => open('voice')}
      >
        <span className="rp-ed-lane__name">
          <Icon name="mic" size={16} />
          {t('mixing:editor.tab-voice')}
        </span>
        {dubbing === null ? (
          <span className="rp-ed-lane__none">{t('mixing:editor.voice-add')}</span>
        ) : (
          <>
            <Outline levels={spoken?.levels ?? []} each={spoken?.seconds ?? 0} whole={whole} volume={dubbing.volume} />
            <span className="rp-ed-lane__what">{store.preview.said?.dubbing.text ?? dubbing.text}</span>
          </>
        )}
      </PlainButton>
    </div>
  );
});

interface OutlineProps {
  levels: readonly number[];
  /** Seconds of the sound, and of the video. */
  each: number;
  whole: number;
  volume: number;
  repeats?: boolean;
}

/** Bars of an outline over the length of the video. */
const BARS = 160;

function Outline({ levels, each, whole, volume, repeats = false }: OutlineProps) {
  if (levels.length === 0 || each <= 0 || whole <= 0) return <span className="rp-ed-lane__outline" />;
  const bars = Array.from({ length: BARS }, (_, index) => {
    const at = ((index + 0.5) / BARS) * whole;
    if (at > each && !repeats) return '';
    const level = levels[Math.min(levels.length - 1, Math.floor(((at % each) / each) * levels.length))] ?? 0;
    const half = Math.max(1.5, Math.min(48, (level / 255) * 48 * Math.min(1.4, 0.35 + volume)));
    return `M${index + 0.5} ${(50 - half).toFixed(1)}V${(50 + half).toFixed(1)}`;
  });
  return (
    <svg className="rp-ed-lane__outline" viewBox={`0 0 ${BARS} 100`} preserveAspectRatio="none" aria-hidden="true">
      <path d={bars.join('')} />
    </svg>
  );
}
