import { useState } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import type { StudioPlayback } from '#core/web/studio/StudioPlayer.tsx';
import { NumberField } from '#core/web/ui/NumberField.tsx';
import { TextField } from '#core/web/ui/TextField.tsx';

import { addCue, replaceAll, shiftCues, tidyTimes } from './cue-edits.ts';
import { edgeHere, merge, seenFrom, snap, split } from './keys.ts';
import { TextEditor } from './TextEditor.ts';
import { VideoMoments } from './VideoMoments.ts';

/** What is done with the selected cue and with all of them. */
export const CueTools = observer(function CueTools({ playback }: { playback: StudioPlayback | null }) {
  const t = useText();
  const editor = useStore(TextEditor);
  const moments = useStore(VideoMoments);
  const [isOpen, setOpen] = useState(false);
  const isNone = editor.index < 0;
  const add = (): void => {
    const time = playback === null ? (editor.cues.at(-1)?.end ?? 0) : playback.time * 1000;
    const { cues, id } = addCue(editor.cues, time, editor.end);
    editor.change(cues);
    editor.select(id);
  };
  const { size } = editor.warnings;
  const nextWarning = (): void => {
    const flagged = editor.cues.filter(({ id }) => editor.warnings.has(id));
    const from = editor.cues[editor.index]?.start ?? -1;
    const next = flagged.find(({ start }) => start > from) ?? flagged[0];
    if (next === undefined) return;
    editor.select(next.id);
    playback?.seek(seenFrom(next.start));
  };
  return (
    <div className="rp-cue-tools">
      <div className="rp-cue-tools__row">
        <Button size="small" icon="plus" onClick={add}>
          {t('copywriting:editor.add')}
        </Button>
        <Button size="small" icon="scissors" disabled={isNone} onClick={() => split(editor, playback)}>
          {t('copywriting:editor.split')}
        </Button>
        <Button size="small" icon="pieces" disabled={isNone} onClick={() => merge(editor)}>
          {t('copywriting:editor.merge')}
        </Button>
        {playback !== null && (
          <>
            <Button size="small" disabled={isNone} onClick={() => edgeHere(editor, playback, 'start')}>
              {t('copywriting:editor.start-here')}
            </Button>
            <Button size="small" disabled={isNone} onClick={() => edgeHere(editor, playback, 'end')}>
              {t('copywriting:editor.end-here')}
            </Button>
            <Button
              size="small"
              disabled={isNone || moments.state !== 'found'}
              onClick={() => snap(editor, moments.moments)}
            >
              {t('copywriting:editor.snap')}
            </Button>
          </>
        )}
        <span role="status" className="rp-cue-tools__state" data-some={size > 0 || undefined}>
          {size === 0 ? t('copywriting:editor.no-warnings') : t('copywriting:editor.warnings', { count: size })}
        </span>
        {size > 0 && (
          <>
            <Button size="small" variant="quiet" onClick={nextWarning}>
              {t('copywriting:editor.next-warning')}
            </Button>
            <Button size="small" variant="quiet" onClick={() => editor.change(tidyTimes(editor.cues, editor.frame))}>
              {t('copywriting:editor.tidy')}
            </Button>
          </>
        )}
      </div>
      {playback !== null && <MomentsState />}
      <Button
        size="small"
        variant="quiet"
        className="rp-cue-tools__fold"
        icon={isOpen ? 'chevron-down' : 'chevron-right'}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {t('copywriting:editor.shift-and-replace')}
      </Button>
      <div className="rp-cue-tools__folded" data-open={isOpen || undefined}>
        <ShiftPart />
        <FindPart />
        <p className="rp-cue-tools__keys">{t('copywriting:editor.keys')}</p>
      </div>
    </div>
  );
});

/** Whether it is known where somebody speaks and where shots begin. */
const MomentsState = observer(function MomentsState() {
  const t = useText();
  const { state, moments, error, retry } = useStore(VideoMoments);
  if (state === 'found') {
    const { speech, shots } = moments;
    return (
      <p className="rp-cue-tools__keys" role="status">
        {t('copywriting:moments.found', { speech: speech.length, shots: shots.length })}
      </p>
    );
  }
  if (state === 'finding') {
    const percent = Math.round(moments.progress * 100);
    return <p className="rp-cue-tools__keys">{t('copywriting:moments.finding', { percent })}</p>;
  }
  return (
    <div className="rp-cue-tools__row">
      <span role="status" className="rp-cue-tools__state">
        {error ?? t('copywriting:moments.failed')}
      </span>
      <Button size="small" variant="quiet" icon="refresh" onClick={retry}>
        {t('copywriting:moments.retry')}
      </Button>
    </div>
  );
});

/** Moves all cues, or those from the selected one on. */
const ShiftPart = observer(function ShiftPart() {
  const t = useText();
  const editor = useStore(TextEditor);
  const [seconds, setSeconds] = useState<number | null>(0.5);
  const shift = (from: number): void =>
    editor.change(shiftCues(editor.cues, (seconds ?? 0) * 1000, { from, end: editor.end }));
  return (
    <div className="rp-cue-tools__row">
      <NumberField
        label={t('copywriting:editor.shift-by')}
        value={seconds}
        min={-3600}
        max={3600}
        step={0.1}
        onChange={setSeconds}
      />
      <Button size="small" disabled={editor.cues.length === 0} onClick={() => shift(0)}>
        {t('copywriting:editor.shift')}
      </Button>
      <Button size="small" disabled={editor.index < 0} onClick={() => shift(editor.index)}>
        {t('copywriting:editor.shift-all')}
      </Button>
    </div>
  );
});

/** Finds words, and puts others in their place. */
const FindPart = observer(function FindPart() {
  const t = useText();
  const editor = useStore(TextEditor);
  const [find, setFind] = useState('');
  const [replacement, setReplacement] = useState('');
  const [said, setSaid] = useState<string | null>(null);
  const found = find === '' ? 0 : replaceAll(editor.cues, find, '').count;
  return (
    <div className="rp-cue-tools__row">
      <TextField label={t('copywriting:editor.find')} value={find} most={100} onChange={setFind} />
      <TextField label={t('copywriting:editor.replace')} value={replacement} most={100} onChange={setReplacement} />
      <Button
        size="small"
        disabled={found === 0}
        onClick={() => {
          const { cues, count } = replaceAll(editor.cues, find, replacement);
          editor.change(cues);
          setSaid(t('copywriting:editor.replaced', { count }));
        }}
      >
        {t('copywriting:editor.replace-all')}
      </Button>
      <span role="status">
        {find === '' ? null : found === 0 && said !== null ? said : t('copywriting:editor.found', { count: found })}
      </span>
    </div>
  );
});
