import { useState } from 'react';

import { readingLimits, readingSpeed, type CueWarning } from '#core/contract/timed-text/reading.ts';
import { readTimestamp, writeTimestamp } from '#core/contract/timed-text/timestamp.ts';
import { LATEST_MOMENT, TIMED_TEXT_LIMITS, type TimedCue } from '#core/contract/timed-text/timed-cue.ts';
import { IconButton } from '#core/web/components/IconButton.tsx';
import { PlainButton } from '#core/web/components/PlainButton.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import type { StudioPlayback } from '#core/web/studio/StudioPlayer.tsx';
import { TimedList } from '#core/web/tools/TimedList.tsx';
import { Empty } from '#core/web/ui/Empty.tsx';
import { TextField } from '#core/web/ui/TextField.tsx';

import { changeCue } from './cue-edits.ts';
import { seenFrom } from './keys.ts';
import { TextEditor } from './TextEditor.ts';

/** Pixels of a row until it is measured. */
const ROW = 64;

export const CueList = observer(function CueList({
  playback,
  language,
}: {
  playback: StudioPlayback | null;
  language: string;
}) {
  const t = useText();
  const { cues, index } = useStore(TextEditor);
  if (cues.length === 0) return <Empty icon="captions" title={t('copywriting:editor.empty')} />;
  return (
    <TimedList
      label={t('copywriting:editor.cues')}
      items={cues}
      keyOf={({ id }) => id}
      selected={index}
      {...{ playback, row: ROW }}
    >
      {(cue, at) => <CueRow {...{ cue, playback, language }} number={at + 1} />}
    </TimedList>
  );
});

interface CueRowProps {
  cue: TimedCue;
  number: number;
  playback: StudioPlayback | null;
  language: string;
}

const CueRow = observer(function CueRow({ cue, number, playback, language }: CueRowProps) {
  const t = useText();
  const editor = useStore(TextEditor);
  const { id, start, end, text, speaker } = cue;
  const warnings = editor.warnings.get(id) ?? [];
  const isOpen = editor.selected === id;
  const select = (): void => {
    editor.select(id);
    playback?.seek(seenFrom(start));
  };
  const times = `${writeTimestamp(start).slice(3)} – ${writeTimestamp(end).slice(3)}`;
  return (
    <>
      {isOpen ? (
        <div className="rp-cue">
          <div className="rp-cue__times">
            <TimeField label={t('copywriting:editor.start')} cue={cue} edge="start" />
            <TimeField label={t('copywriting:editor.end')} cue={cue} edge="end" />
            <IconButton
              icon="trash"
              label={t('copywriting:editor.delete')}
              onClick={() => {
                const next = editor.cues[number] ?? editor.cues[number - 2];
                editor.change(editor.cues.filter((each) => each.id !== id));
                editor.select(next?.id ?? null);
              }}
            />
          </div>
          <TextField
            label={t('copywriting:editor.text')}
            labelHidden
            lines={2}
            autoFocus={editor.writes}
            value={text}
            most={TIMED_TEXT_LIMITS.letters}
            onChange={(value) => editor.change(changeCue(editor.cues, id, { text: value }), `text ${id}`)}
            onBlur={editor.endStroke}
          />
          <TextField
            label={t('copywriting:editor.speaker')}
            value={speaker}
            most={TIMED_TEXT_LIMITS.speaker}
            onChange={(value) => editor.change(changeCue(editor.cues, id, { speaker: value }), `speaker ${id}`)}
          />
        </div>
      ) : (
        <PlainButton className="rp-cue rp-cue--closed" onClick={select}>
          <span className="rp-cue__when">
            {number} · {times}
            {speaker !== '' && <bdi> · {speaker}</bdi>}
          </span>
          <span dir="auto" className="rp-cue__text">
            {text}
          </span>
        </PlainButton>
      )}
      {warnings.length > 0 && (
        <ul className="rp-cue__warnings">
          {warnings.map((warning) => (
            <li key={warning}>{t(`copywriting:warning.${warning}`, limitsOf(warning, cue, language))}</li>
          ))}
        </ul>
      )}
    </>
  );
});

function limitsOf(warning: CueWarning, cue: TimedCue, language: string): Record<string, number> {
  const { speed, line } = readingLimits(language);
  return warning === 'fast' ? { speed: Math.ceil(readingSpeed(cue)), most: speed } : { most: line };
}

/** A moment of a cue, typed; kept when it is one. */
const TimeField = observer(function TimeField({
  label,
  cue,
  edge,
}: {
  label: string;
  cue: TimedCue;
  edge: 'start' | 'end';
}) {
  const t = useText();
  const editor = useStore(TextEditor);
  const [typed, setTyped] = useState<string | null>(null);
  const moment = typed === null ? cue[edge] : readTimestamp(typed);
  const isWrong =
    moment === null || moment > LATEST_MOMENT || (edge === 'start' ? moment >= cue.end : moment <= cue.start);
  const keep = (): void => {
    if (typed !== null && !isWrong) editor.change(changeCue(editor.cues, cue.id, { [edge]: moment }));
    if (!isWrong) setTyped(null);
  };
  return (
    <TextField
      label={label}
      value={typed ?? writeTimestamp(cue[edge]).slice(3)}
      error={isWrong ? t('copywriting:editor.time-wrong') : null}
      onChange={setTyped}
      onBlur={keep}
      onKeyDown={(event) => {
        if (event.key === 'Enter') keep();
      }}
    />
  );
});
