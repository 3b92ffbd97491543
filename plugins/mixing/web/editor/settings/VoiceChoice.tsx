import { useEffect } from 'react';

import { languageName } from '#core/contract/languages.ts';
import { voiceMeant } from '#core/contract/voice-choice.ts';
import { failureText } from '#core/web/http/failure-text.ts';
import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Select } from '#core/web/ui/Select.tsx';

import { useEditor } from '../store/use-editor.ts';

/** What stands for the voice that the service thinks best: a select knows no null. */
const USUAL = '';

interface VoiceChoiceProps {
  language: string;
  /** Undefined for the voice that the service thinks best. */
  voice: string | undefined;
  onLanguage(language: string): void;
  onVoice(voice: string | undefined): void;
}

/** Which language is spoken, with which of its voices. */
export const VoiceChoice = observer(function VoiceChoice({ language, voice, onLanguage, onVoice }: VoiceChoiceProps) {
  const t = useText();
  const i18n = useService(I18N);
  const store = useEditor();
  const sample = store.preview.voice;
  useEffect(() => sample.followVoices(), [sample]);
  useEffect(() => sample.wantVoices(language), [sample, language]);
  const known = sample.voicesOf(language);
  const meant = voiceMeant(known?.voices ?? [], voice ?? null)?.id ?? voice;
  const options = (known?.voices ?? []).map(({ id, name, sex, isOwn }) => {
    const what = isOwn ? t('mixing:editor.voice-own') : sex === null ? '' : t(`mixing:editor.voice-${sex}`);
    return { value: id, text: [what, name].filter(Boolean).join(' · ') };
  });
  const isListed = meant === undefined || options.some(({ value }) => value === meant);
  const isGone = known !== null && !isListed;
  return (
    <>
      <Select
        label={t('mixing:editor.voice-language')}
        value={language}
        options={sample.languagesWith(language).map((tag) => {
          const name = languageName(tag, i18n.language);
          const isSpoken = sample.hasVoice(tag);
          const text = isSpoken ? name : t('mixing:editor.voice-none', { language: name });
          return { value: tag, text, disabled: !isSpoken };
        })}
        error={
          sample.voicesFailure !== null
            ? failureText(sample.voicesFailure, t)
            : sample.hasVoice(language)
              ? undefined
              : t('mixing:editor.voice-missing')
        }
        onChange={onLanguage}
      />
      {(options.length > 0 || voice !== undefined) && (
        <div data-path="dubbing.voice">
          <Select
            label={t('mixing:editor.voice-choice')}
            value={meant ?? USUAL}
            options={[
              { value: USUAL, text: t('mixing:editor.voice-usual') },
              ...options,
              ...(isListed
                ? []
                : [{ value: meant, text: isGone ? t('mixing:editor.voice-gone') : '…', disabled: true }]),
            ]}
            hint={known?.isRobotic === true ? t('mixing:editor.voice-robotic') : undefined}
            error={isGone ? t('mixing:voice-gone') : undefined}
            onChange={(id) => onVoice(id === USUAL ? undefined : id)}
          />
        </div>
      )}
    </>
  );
});
