import { useEffect, useState } from 'react';

import { LANGUAGES, languageName } from '#core/contract/languages.ts';
import type { TimedCue } from '#core/contract/timed-text/timed-cue.ts';
import { Button } from '#core/web/components/Button.tsx';
import { DialogActions } from '#core/web/components/DialogActions.tsx';
import { DialogTitle } from '#core/web/components/DialogTitle.tsx';
import { ProgressBar } from '#core/web/components/ProgressBar.tsx';
import type { DialogControl } from '#core/web/define-web.ts';
import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Notice } from '#core/web/ui/Notice.tsx';
import { RadioGroup } from '#core/web/ui/RadioGroup.tsx';
import { Select } from '#core/web/ui/Select.tsx';
import { TextField } from '#core/web/ui/TextField.tsx';

import { MOST_TIMED_LETTERS } from '#plugins/copywriting/limits.ts';
import { stretchOf, textOf, TIMED_PARTS, withTimed, type TimedPart } from './timed-part.ts';
import { TextTiming } from './TextTiming.ts';
import '../texts/copywriting.css';

/** What is timed. */
export interface ToTime {
  /** The video. */
  materialId: string;
  language: string;
  cues: readonly TimedCue[];
  /** Of the selected cue; −1 for none. */
  index: number;
}

/** A text that is known is pasted, and when it is said is found out: of all the video, or of a part of it. */
export default observer(function TimingDialog({
  close,
  materialId,
  cues,
  index,
  ...given
}: DialogControl<readonly TimedCue[]> & ToTime) {
  const t = useText();
  const store = useStore(TextTiming);
  const { language: reader } = useService(I18N);
  const [part, setPart] = useState<TimedPart>('all');
  const [typed, setTyped] = useState<string | null>(null);
  const [language, setLanguage] = useState(given.language);
  useEffect(() => store.follow(), [store]);
  const text = typed ?? textOf(cues, part, index);
  const { timing } = store;
  const start = usePluginCallback(() =>
    store.start({ id: materialId, text, language, ...stretchOf(cues, part, index) }),
  );
  const stop = usePluginCallback(() => store.stop());
  const change =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      set(value);
      store.forget();
    };
  const isBusy = timing?.state === 'timing';
  const timed = timing?.state === 'timed' ? timing.cues : null;
  const known = LANGUAGES.some(({ tag }) => tag === language) ? [] : [language];
  return (
    <>
      <DialogTitle>{t('copywriting:timing.title')}</DialogTitle>
      <div className="rp-copy-form">
        <p>{t('copywriting:timing.about')}</p>
        {index >= 0 && (
          <RadioGroup
            label={t('copywriting:timing.part')}
            value={part}
            options={TIMED_PARTS.map((value) => ({
              value,
              text: t(`copywriting:timing.part-${value}`),
              disabled: isBusy,
            }))}
            onChange={change(setPart)}
          />
        )}
        <TextField
          label={t('copywriting:timing.text')}
          hint={t('copywriting:timing.text-about')}
          lines={8}
          autoFocus
          value={text}
          most={MOST_TIMED_LETTERS}
          disabled={isBusy}
          onChange={change(setTyped)}
        />
        <Select
          label={t('copywriting:timing.language')}
          value={language}
          disabled={isBusy}
          options={[...known, ...LANGUAGES.map(({ tag }) => tag)].map((value) => ({
            ...{ value, text: languageName(value, reader) },
          }))}
          onChange={change(setLanguage)}
        />
        {isBusy && (
          <>
            <ProgressBar value={timing.progress} label={t('copywriting:timing.busy')} />
            <p role="status">{t('copywriting:timing.busy')}</p>
          </>
        )}
        {timing?.state === 'failed' && (
          <Notice kind="error" announce>
            {timing.error ?? t('copywriting:timing.stopped')}
          </Notice>
        )}
        {timed !== null && (
          <Notice kind="warning" announce title={t('copywriting:timing.done', { count: timed.length })}>
            {t('copywriting:timing.check')}
          </Notice>
        )}
      </div>
      <DialogActions>
        {isBusy ? (
          <Button onClick={stop}>{t('copywriting:timing.stop')}</Button>
        ) : (
          <Button onClick={() => close()}>{t('shell:dialog.cancel')}</Button>
        )}
        {timed === null ? (
          <Button variant="primary" busy={isBusy} disabled={text.trim() === ''} onClick={start}>
            {t('copywriting:timing.start')}
          </Button>
        ) : (
          <Button variant="primary" onClick={() => close(withTimed(cues, part, index, timed))}>
            {t('copywriting:timing.use')}
          </Button>
        )}
      </DialogActions>
    </>
  );
});
