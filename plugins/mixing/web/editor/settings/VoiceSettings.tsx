import { useRef } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { failureText } from '#core/web/http/failure-text.ts';
import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Slider } from '#core/web/ui/Slider.tsx';
import { TextField } from '#core/web/ui/TextField.tsx';

import { mostHurry } from '#plugins/mixing/dubbing.ts';
import type { MixProject } from '#plugins/mixing/project.ts';
import { change } from '../store/edit-project.ts';
import { useSeconds } from '../fields/use-seconds.ts';
import { useEditor } from '../store/use-editor.ts';
import { VoiceChoice } from './VoiceChoice.tsx';
import { VoiceParts } from './VoiceParts.tsx';

type Dubbing = NonNullable<MixProject['dubbing']>;

/** A text that is spoken over every video. */
export const VoiceSettings = observer(function VoiceSettings() {
  const t = useText();
  const seconds = useSeconds();
  const i18n = useService(I18N);
  const store = useEditor();
  const player = useRef<HTMLAudioElement>(null);
  const { voice } = store.preview;
  const { dubbing } = store.project;
  const shown: Dubbing = dubbing ?? { text: '', language: usualLanguage(i18n.language), volume: 1, speed: 1, tone: 0 };
  const put = (next: Dubbing, kind: string): void => store.edit(change({ dubbing: next }), `dubbing.${kind}`);
  const set = (values: Partial<Dubbing>, kind: string): void => put({ ...shown, ...values }, kind);

  const listen = async (): Promise<void> => {
    const { said } = store.preview;
    if (voice.spoken === null && said !== null) await voice.speak(said);
    const { current } = player;
    if (voice.spoken === null || current === null) return;
    store.preview.live.pause();
    current.src = voice.spoken.url;
    current.volume = Math.min(1, shown.volume);
    // Whoever leaves meanwhile does not want to hear it.
    await current.play().catch(() => undefined);
  };
  const video = store.measurement.measured?.seconds.least ?? 0;
  const lasts = (spoken: number): string => {
    const pace = video === 0 ? 1 : spoken / video;
    if (pace <= 1 || pace > mostHurry(shown.speed)) return seconds(spoken);
    return t('mixing:editor.voice-hurried', { seconds: seconds(spoken), pace: pace.toFixed(2) });
  };
  return (
    <>
      <TextField
        label={t('mixing:editor.voice-text')}
        value={shown.text}
        most={10_000}
        lines={5}
        placeholder={t('mixing:editor.voice-hint')}
        error={store.ruleAt('dubbing.text')}
        onChange={(text) => set({ text }, 'text')}
      />
      <VoiceParts dubbing={shown} onDeal={(isDealt) => put(dealtOrNot(shown, isDealt), 'dealt')} />
      <VoiceChoice
        language={shown.language}
        voice={shown.voice}
        // Another language has other voices.
        onLanguage={(language) => put({ ...withVoice(shown, undefined), language }, 'language')}
        onVoice={(id) => put(withVoice(shown, id), 'voice')}
      />
      <div className="rp-ed-buttons">
        <Button
          size="small"
          icon="play"
          busy={voice.isSpeaking}
          disabled={shown.text.trim() === ''}
          onClick={() => void listen()}
        >
          {t('mixing:editor.voice-listen')}
        </Button>
        {voice.spoken !== null && <span className="rp-ed-aside">{lasts(voice.spoken.seconds)}</span>}
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- it says what stands in the field above */}
        <audio ref={player} hidden />
      </div>
      {voice.failure !== null && (
        <p className="rp-ed-fault" role="alert">
          {failureText(voice.failure, t)}
        </p>
      )}
      <Slider
        label={t('mixing:editor.volume')}
        value={shown.volume}
        min={0}
        max={2}
        step={0.05}
        shown={`${Math.round(shown.volume * 100)} %`}
        onChange={(volume) => set({ volume }, 'volume')}
      />
      <Slider
        label={t('mixing:editor.speed')}
        value={shown.speed}
        min={0.5}
        max={2}
        step={0.05}
        shown={`${shown.speed.toFixed(2)}×`}
        onChange={(speed) => set({ speed }, 'speed')}
      />
      <Slider
        label={t('mixing:editor.tone')}
        value={shown.tone}
        min={-1}
        max={1}
        step={0.1}
        shown={shown.tone.toFixed(1)}
        onChange={(tone) => set({ tone }, 'tone')}
      />
    </>
  );
});

function withVoice(dubbing: Dubbing, voice: string | undefined): Dubbing {
  const { voice: _, ...others } = dubbing;
  return voice === undefined ? others : { ...others, voice };
}

function dealtOrNot(dubbing: Dubbing, isDealt: boolean): Dubbing {
  const { dealt: _, ...others } = dubbing;
  return isDealt ? { ...others, dealt: true } : others;
}

function usualLanguage(language: 'zh' | 'en'): string {
  return language === 'zh' ? 'zh-CN' : 'en-US';
}
