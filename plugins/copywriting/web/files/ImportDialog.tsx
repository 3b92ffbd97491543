import { useState } from 'react';

import type { TimedCue } from '#core/contract/timed-text/timed-cue.ts';
import { Button } from '#core/web/components/Button.tsx';
import { DialogActions } from '#core/web/components/DialogActions.tsx';
import { DialogTitle } from '#core/web/components/DialogTitle.tsx';
import type { DialogControl } from '#core/web/define-web.ts';
import { observer } from '#core/web/react/observer.ts';
import { useText } from '#core/web/react/use-text.ts';
import { DropZone } from '#core/web/ui/DropZone.tsx';
import { Notice } from '#core/web/ui/Notice.tsx';

import { readSubtitles, type ReadSubtitles } from '#core/web/read-subtitles.ts';

/** What a file is imported into. */
export interface ImportInto {
  /** Of the video; null where there is none. */
  seconds: number | null;
  language: string;
  /** There are cues that would be replaced. */
  replaces: boolean;
}

/** What was chosen to be imported. */
export interface Imported {
  name: string;
  cues: TimedCue[];
}

/** Problems that are listed; who has more has the same one in every line. */
const SHOWN = 50;

/** Reads one file of subtitles, and says what is in it before anything is done with it. */
export default observer(function ImportDialog({ close, ...into }: DialogControl<Imported> & ImportInto) {
  const t = useText();
  const { seconds, language, replaces } = into;
  const [name, setName] = useState('');
  const [read, setRead] = useState<ReadSubtitles | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [isSeveral, setSeveral] = useState(false);
  const cues = read !== null && 'cues' in read ? read.cues : null;
  const refusal = read !== null && 'refusal' in read ? read.refusal : null;
  const error = isSeveral
    ? t('copywriting:import.one')
    : refusal === null
      ? null
      : t(refusal === 'duration' ? 'copywriting:duration' : `copywriting:import.${refusal}`);

  async function take(files: readonly { file: File }[]): Promise<void> {
    const [first, ...others] = files;
    setRead(null);
    setSeveral(others.length > 0);
    if (first === undefined || others.length > 0) return;
    setBusy(true);
    setName(first.file.name);
    setRead(await readSubtitles(first.file, seconds, language));
    setBusy(false);
  }
  return (
    <>
      <DialogTitle>{t('copywriting:import.title')}</DialogTitle>
      <div className="rp-copy-import">
        <DropZone
          title={t('copywriting:import.drop')}
          release={t('copywriting:import.release')}
          choose={t('copywriting:import.choose')}
          text={t('copywriting:import.about')}
          accept=".srt,.vtt,.ass,.ssa,.txt,.lrc,.xlsx,.csv"
          busy={isBusy}
          error={error}
          onFiles={(files) => void take(files)}
        />
        {read !== null && 'cues' in read && <Result name={name} read={read} />}
        {cues !== null && replaces && <p>{t('copywriting:import.replaces')}</p>}
      </div>
      <DialogActions>
        <Button onClick={() => close()}>{t('shell:dialog.cancel')}</Button>
        <Button
          variant="primary"
          busy={isBusy}
          disabled={cues === null}
          onClick={() => cues !== null && close({ name, cues })}
        >
          {cues === null ? t('copywriting:import') : t('copywriting:import.confirm', { count: cues.length })}
        </Button>
      </DialogActions>
    </>
  );
});

/** What is in a file, and what of it could not be read. */
const Result = observer(function Result({
  name,
  read: { cues, problems, isSpread },
}: {
  name: string;
  read: Exclude<ReadSubtitles, { refusal: unknown }>;
}) {
  const t = useText();
  const title = t('copywriting:import.found', { name, count: cues.length });
  return (
    <Notice kind={problems.length > 0 || isSpread ? 'warning' : 'success'} announce title={title}>
      {isSpread && <p>{t('copywriting:import.spread', { count: cues.length })}</p>}
      {problems.length > 0 && (
        <>
          <p>{t('copywriting:import.problems', { count: problems.length })}</p>
          <ul className="rp-copy-import__problems">
            {problems.slice(0, SHOWN).map(({ line, problem }) => (
              <li key={`${line} ${problem}`}>
                {t('copywriting:import.problem', { line, text: t(`copywriting:problem.${problem}`) })}
              </li>
            ))}
          </ul>
          {problems.length > SHOWN && <p>{t('copywriting:import.more', { count: problems.length - SHOWN })}</p>}
        </>
      )}
    </Notice>
  );
});
