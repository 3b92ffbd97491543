import { useEffect, useRef, useState, type ReactNode } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { NameField } from '#core/web/components/NameField.tsx';
import { failureText } from '#core/web/http/failure-text.ts';
import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { FactList } from '#core/web/ui/FactList.tsx';
import { Notice } from '#core/web/ui/Notice.tsx';
import { Select } from '#core/web/ui/Select.tsx';
import { TextField } from '#core/web/ui/TextField.tsx';

import type { Voice } from '#plugins/voices/calls.ts';
import { LETTERS } from '#plugins/voices/limits.ts';
import { PlayButton } from '../parts/PlayButton.tsx';
import { SoundPlayer } from '../parts/SoundPlayer.ts';
import { useLanguageName } from '../parts/use-language-name.ts';
import { VoicesStore } from './VoicesStore.ts';

/** A voice: what it is at, how it sounds, who has agreed, and what can be done with it. */
export const VoiceDetails = observer(function VoiceDetails({ voice }: { voice: Voice }) {
  const t = useText();
  const i18n = useService(I18N);
  const nameOf = useLanguageName();
  const store = useStore(VoicesStore);
  const [isRenaming, setRenaming] = useState(false);
  const remove = usePluginCallback(() => store.remove([voice]));
  const { id, name, state, seconds, sampleUrl, consent, uses, usedAt, createdAt, languages } = voice;
  const facts: [string, ReactNode][] = [
    [t('voices:language'), nameOf(voice.language)],
    [
      t('voices:languages'),
      languages.length === 0 ? null : languages.map(nameOf).join(i18n.language === 'zh' ? '、' : ', '),
    ],
    [t('voices:seconds'), t('voices:seconds-count', { seconds: Math.round(seconds) })],
    [t('voices:uses'), String(uses)],
    [t('voices:used-at'), usedAt === null ? null : i18n.time(usedAt)],
    [t('voices:created'), i18n.time(createdAt)],
  ];
  return (
    <div className="rp-voice">
      <Standing voice={voice} />
      {isRenaming && (
        <NameField
          value={name}
          label={t('voices:name')}
          most={LETTERS.name}
          save={(text) => store.rename(voice, text)}
          end={() => setRenaming(false)}
        />
      )}
      <div className="rp-voice__line">
        <PlayButton name={`${id} sample`} url={sampleUrl}>
          {t('voices:play')}
        </PlayButton>
        <Button icon="edit" onClick={() => setRenaming(true)}>
          {t('voices:rename')}
        </Button>
        <Button icon="trash" variant="danger" disabled={state === 'recycling'} onClick={remove}>
          {t('voices:remove')}
        </Button>
      </div>
      {languages.length > 0 && <Audition key={id} voice={voice} />}
      <FactList facts={facts} />
      <section aria-label={t('voices:consent')} className="rp-voice__consent">
        <h3>{t('voices:consent')}</h3>
        <blockquote>{consent.sentence}</blockquote>
        <p className="rp-voice-note">
          {t(`voices:consent-${consent.kind}`, { name: consent.name })} · {i18n.time(consent.at)}
        </p>
        {consent.url !== null && (
          <>
            <PlayButton name={`${id} consent`} url={consent.url} size="small">
              {t('voices:consent-play')}
            </PlayButton>
            <p className="rp-voice-note">{t('voices:consent-unheard')}</p>
          </>
        )}
      </section>
    </div>
  );
});

/** Why a voice cannot be used, and what helps. */
const Standing = observer(function Standing({ voice }: { voice: Voice }) {
  const t = useText();
  const store = useStore(VoicesStore);
  const retry = usePluginCallback(() => store.retry(voice));
  const { state, error, isElsewhere, name } = voice;
  if (isElsewhere) {
    return (
      <Notice
        kind="warning"
        title={t('voices:elsewhere')}
        actions={
          <Button size="small" onClick={retry}>
            {t('voices:make-here')}
          </Button>
        }
      >
        {t('voices:elsewhere-named', { name })}
      </Notice>
    );
  }
  if (error === null && state !== 'failed') return null;
  return (
    <Notice
      kind="error"
      title={t(`voices:state-${state}`)}
      actions={
        <Button size="small" onClick={retry}>
          {t('voices:retry')}
        </Button>
      }
    >
      {error ?? t('voices:stopped')}
    </Notice>
  );
});

/** Has a voice say something. */
const Audition = observer(function Audition({ voice }: { voice: Voice }) {
  const t = useText();
  const nameOf = useLanguageName();
  const store = useStore(VoicesStore);
  const player = useStore(SoundPlayer);
  const [language, setLanguage] = useState(() =>
    voice.languages.includes(voice.language) ? voice.language : (voice.languages[0] ?? ''),
  );
  const ready = language.startsWith('zh') ? 'zh' : language.startsWith('en') ? 'en' : null;
  const [typed, setText] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const text = typed ?? (ready === null ? '' : t(`voices:audition-sample.${ready}`));
  const key = `${voice.id} says`;
  const isPlaying = player.playing === key;
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
      if (player.playing === key) player.stop();
    };
  }, [player, key]);
  const hear = usePluginCallback(async () => {
    if (isPlaying) return player.stop();
    setRefusal(null);
    try {
      const said = await store.audition(voice, { language, text: text.trim() });
      if (said !== null && isHere.current) player.playBytes(key, said);
    } catch (error) {
      setRefusal(failureText(error, t));
    }
  });
  return (
    <section aria-label={t('voices:audition')} className="rp-voice__audition">
      <Select
        label={t('voices:language')}
        searchable
        value={language}
        options={voice.languages.map((tag) => ({ value: tag, text: nameOf(tag) }))}
        onChange={setLanguage}
      />
      <TextField
        label={t('voices:audition-text')}
        lines={2}
        most={LETTERS.audition}
        value={text}
        error={refusal}
        onChange={setText}
      />
      <div>
        <Button
          icon={isPlaying ? 'stop' : 'sound'}
          busy={store.speaking === voice.id}
          disabled={text.trim() === ''}
          onClick={hear}
        >
          {isPlaying ? t('voices:stop') : t('voices:audition-hear')}
        </Button>
      </div>
    </section>
  );
});
