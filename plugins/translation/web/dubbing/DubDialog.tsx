import { useEffect, useState } from 'react';

import { sexMeant, voiceOfSex } from '#core/contract/voice-choice.ts';
import { Button } from '#core/web/components/Button.tsx';
import { DialogActions } from '#core/web/components/DialogActions.tsx';
import { DialogTitle } from '#core/web/components/DialogTitle.tsx';
import type { DialogControl } from '#core/web/define-web.ts';
import { observer } from '#core/web/react/observer.ts';
import { useFollowed } from '#core/web/react/use-live.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Notice } from '#core/web/ui/Notice.tsx';
import { RadioGroup } from '#core/web/ui/RadioGroup.tsx';
import { Select } from '#core/web/ui/Select.tsx';
import { Switch } from '#core/web/ui/Switch.tsx';

import { DUB_RULES } from '#plugins/translation/dub-plan.ts';
import { useLanguageName } from '../parts/use-language-name.ts';
import { DubStore, type DubbedLanguage } from './DubStore.ts';
import './dubbing.css';

/** How loud the original may be under the voice. */
const UNDER = [
  { value: 0.12, text: 'translation:dub.under.low' },
  { value: 0.3, text: 'translation:dub.under.soft' },
  { value: 0, text: 'translation:dub.under.mute' },
] as const;
/** What stands for the voice that the service thinks best: a select knows no null. */
const USUAL = '';
/** Voices that stand side by side: names of more are broken letter by letter. */
const SEGMENTS = 2;
/** Speakers that get a voice of their own here. */
const MOST_SPEAKERS = 12;

interface DubDialogProps extends DialogControl, DubbedLanguage {
  /** Lines that are accepted, of all; the first of them, to be heard; names of those who speak. */
  accepted: number;
  lines: number;
  sample: { cue: string; text: string } | null;
  speakers: readonly string[];
}

/** Asks with which voice a language is dubbed, and begins. */
export default observer(function DubDialog({ close, id, language, accepted, lines, sample, speakers }: DubDialogProps) {
  const t = useText();
  const nameOf = useLanguageName();
  const store = useStore(DubStore);
  const { value } = store.live;
  useEffect(() => () => store.stop(), [store]);
  useEffect(() => store.show({ id, language }), [store, id, language]);
  useFollowed(store.live);
  const last = value?.dub?.choice;
  // Until something is chosen, what the last dub had.
  const [chosen, setVoice] = useState<string | null>(null);
  const [own, setOwn] = useState<Readonly<Record<string, string>>>({});
  const [loud, setUnder] = useState<number | null>(null);
  const [slowed, setSlow] = useState<boolean | null>(null);
  const { isAnyOffered } = store;
  const voice = chosen ?? store.voiceOf('') ?? (isAnyOffered ? USUAL : (value?.voices[0]?.id ?? USUAL));
  const slow = slowed ?? last?.slow ?? false;
  const under = loud ?? last?.under ?? UNDER[0].value;
  const ownOf = (name: string): string => own[name] ?? store.ownVoiceOf(name) ?? USUAL;
  const [isStarting, setStarting] = useState(false);
  const idOf = (given: string): string | null => (given === USUAL ? null : given);
  const start = usePluginCallback(async () => {
    setStarting(true);
    try {
      const others = speakers.map((name) => [name, idOf(ownOf(name))] as const).filter(([, own]) => own !== null);
      await store.start({ voice: idOf(voice), speakers: Object.fromEntries(others), under, slow });
      close(true);
    } finally {
      setStarting(false);
    }
  });
  const hear = usePluginCallback(async () => {
    if (sample !== null) await store.hear(sample, { voice: idOf(voice), slow });
  });
  const voices = (value?.voices ?? []).map(({ id, name, sex }) => ({
    ...{ value: id, text: [sex === null ? '' : t(`translation:dub.voice.${sex}`), name].filter(Boolean).join(' · ') },
  }));
  const sex = sexMeant(store.voiceOf(''));
  const any = [
    { value: USUAL, text: t('translation:dub.voice.any') },
    ...(sex === null
      ? []
      : [{ value: voiceOfSex(sex), text: `${t('translation:dub.voice.any')} · ${t(`translation:dub.voice.${sex}`)}` }]),
  ];
  const options = isAnyOffered ? [...any, ...voices] : voices;
  const isPlaying = sample !== null && store.playing === sample.cue;
  return (
    <>
      <DialogTitle>{t('translation:dub.title', { language: nameOf(language) })}</DialogTitle>
      <div className="rp-dub-form">
        {value?.why !== null && value?.why !== undefined && <Notice kind="error">{value.why}</Notice>}
        {value?.isRobotic === true && <Notice kind="info">{t('translation:dub.robotic')}</Notice>}
        <p>{t('translation:dub.lines', { accepted, lines })}</p>
        {value?.why === null && value.unheard !== null && (
          <p>{t('translation:dub.time-only', { why: value.unheard })}</p>
        )}
        {options.length > SEGMENTS && (
          <Select searchable label={t('translation:dub.voice')} value={voice} options={options} onChange={setVoice} />
        )}
        {voices.length > 0 && options.length <= SEGMENTS && (
          <RadioGroup
            look="segments"
            label={t('translation:dub.voice')}
            value={voice}
            options={options}
            onChange={setVoice}
          />
        )}
        {sample !== null && value?.why === null && (
          <div>
            <Button icon={isPlaying ? 'stop' : 'sound'} busy={store.asking === sample.cue} onClick={hear}>
              {t(isPlaying ? 'translation:dub.stop' : 'translation:dub.hear')}
            </Button>
          </div>
        )}
        {voices.length > 1 &&
          speakers.length > 1 &&
          speakers
            .slice(0, MOST_SPEAKERS)
            .map((name) => (
              <Select
                key={name}
                label={t('translation:dub.speaker', { name })}
                value={ownOf(name)}
                options={[{ value: USUAL, text: t('translation:dub.voice.same') }, ...voices]}
                onChange={(id) => setOwn({ ...own, [name]: id })}
              />
            ))}
        <RadioGroup
          look="segments"
          label={t('translation:dub.under')}
          hint={t('translation:dub.under-hint')}
          value={under}
          options={UNDER.map(({ value: level, text }) => ({ value: level, text: t(text) }))}
          onChange={setUnder}
        />
        <Switch
          label={t('translation:dub.slower')}
          hint={t('translation:dub.slower-hint', {
            voice: DUB_RULES.fastest.toFixed(2),
            picture: DUB_RULES.slowest.toFixed(2),
          })}
          checked={slow}
          onChange={setSlow}
        />
      </div>
      <DialogActions>
        <Button onClick={() => close()}>{t('shell:dialog.cancel')}</Button>
        <Button
          variant="primary"
          busy={isStarting}
          disabled={accepted === 0 || value?.why !== null || store.isAtWork}
          onClick={start}
        >
          {t('translation:dub.start')}
        </Button>
      </DialogActions>
    </>
  );
});
