import type { KeyboardEvent } from 'react';

import { TIMED_TEXT_LIMITS } from '#core/contract/timed-text/timed-cue.ts';
import { writeTimestamp } from '#core/contract/timed-text/timestamp.ts';
import { Button } from '#core/web/components/Button.tsx';
import { PlainButton } from '#core/web/components/PlainButton.tsx';
import { observer } from '#core/web/react/observer.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import type { StudioPlayback } from '#core/web/studio/StudioPlayer.tsx';
import { Notice } from '#core/web/ui/Notice.tsx';
import { Tag } from '#core/web/ui/Tag.tsx';
import { TextField } from '#core/web/ui/TextField.tsx';

import type { Line } from '#plugins/translation/calls.ts';
import { HearLine, useLineVoice } from '../dubbing/LineVoice.tsx';
import { lineWarnings } from './line-warnings.ts';
import { ReviewStore } from './ReviewStore.ts';
import { Suggestions } from './Suggestions.tsx';

const TONES = { open: 'quiet', drafted: 'caution', done: 'good' } as const;

const NO_ROOM = { usual: 0, slow: 0 };

interface LineRowProps {
  line: Line;
  number: number;
  language: string;
  playback: StudioPlayback | null;
}

/** A line with its source; the selected one can be written in. */
export const LineRow = observer(function LineRow(row: LineRowProps) {
  const { line, number, language, playback } = row;
  const t = useText();
  const store = useStore(ReviewStore);
  const text = store.textOf(line);
  const warnings = lineWarnings(line, text, language, store.terms.all);
  const voice = useLineVoice({ cue: line.cue, text }, store.rooms.get(line.cue) ?? NO_ROOM);
  const select = (): void => {
    store.select(line.cue);
    playback?.seek(line.start / 1000);
  };
  const facts = (
    <span className="rp-review-line__facts">
      <span>
        {number} · {writeTimestamp(line.start).slice(3, 8)}
      </span>
      <Tag tone={TONES[line.state]}>{t(`translation:line.${line.state}`)}</Tag>
      {line.origin !== null && (
        <span>{line.service ?? t(`translation:origin.${line.origin}`, { score: line.score ?? 0 })}</span>
      )}
      {voice.note !== '' && <span>{voice.note}</span>}
    </span>
  );
  return (
    <>
      {store.selected === line.cue ? (
        <div className="rp-review-line" data-open="">
          {facts}
          <p dir="auto" lang={store.project?.from} className="rp-review-line__source">
            {line.source}
          </p>
          <OpenLine {...row} />
        </div>
      ) : (
        <PlainButton className="rp-review-line" onClick={select}>
          {facts}
          <span dir="auto" lang={store.project?.from} className="rp-review-line__source">
            {line.source}
          </span>
          <span dir="auto" lang={language} className="rp-review-line__text">
            {text}
          </span>
        </PlainButton>
      )}
      {(line.isStale || warnings.long !== null || warnings.terms.length > 0 || voice.warning !== '') && (
        <ul className="rp-review-line__warnings">
          {voice.warning !== '' && <li>{voice.warning}</li>}
          {line.isStale && <li>{t('translation:line.changed')}</li>}
          {warnings.long !== null && <li>{t('translation:line.long', { ...warnings.long })}</li>}
          {warnings.terms.map(({ term, to }) => (
            <li key={term}>{t('translation:line.term', { term, to })}</li>
          ))}
        </ul>
      )}
    </>
  );
});

/** What is written in the selected line, and what can be done with it. */
const OpenLine = observer(function OpenLine({ line, number, playback }: LineRowProps) {
  const t = useText();
  const store = useStore(ReviewStore);
  const edit = store.edits.all[line.cue];
  const text = store.textOf(line);
  const accept = usePluginCallback(() => store.accept(line));
  const reopen = usePluginCallback(() => store.reopen(line));
  const remembered = usePluginCallback(() => store.offers.ask(line, false));
  const again = usePluginCallback(() => store.offers.ask(line, true));
  const hear = (event: KeyboardEvent<HTMLElement>): void => {
    // Enter also ends what an input method composes.
    if (event.nativeEvent.isComposing) return;
    const command =
      event.key === 'Enter' && !event.shiftKey
        ? accept
        : !event.altKey
          ? undefined
          : event.key === 'ArrowDown'
            ? () => store.move(1)
            : event.key === 'ArrowUp'
              ? () => store.move(-1)
              : event.code === 'KeyR'
                ? remembered
                : undefined;
    if (command === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    command();
  };
  const isDone = line.state === 'done' && edit === undefined;
  return (
    <div className="rp-review-line__text">
      {edit?.theirs !== undefined && edit.theirs !== null && (
        <Notice
          kind="warning"
          announce
          actions={
            <>
              <Button size="small" onClick={() => store.edits.settle(line.cue, 'mine')}>
                {t('translation:line.mine')}
              </Button>
              <Button size="small" onClick={() => store.edits.settle(line.cue, 'theirs')}>
                {t('translation:line.theirs')}
              </Button>
            </>
          }
        >
          {t('translation:line.conflict', { text: edit.theirs.text })}
        </Notice>
      )}
      <TextField
        label={t('translation:line.text', { number })}
        labelHidden
        lines={2}
        autoFocus
        most={TIMED_TEXT_LIMITS.letters}
        value={text}
        error={edit?.hasFailed === true ? t('translation:line.failed') : null}
        onChange={(value) => store.type(line, value)}
        onKeyDown={hear}
        onBlur={() => void store.edits.save(line.cue)}
      />
      <div className="rp-review-line__actions">
        {isDone ? (
          <Button size="small" icon="undo" onClick={reopen}>
            {t('translation:line.reopen')}
          </Button>
        ) : (
          <Button size="small" icon="check" disabled={text.trim() === ''} onClick={accept}>
            {t('translation:line.accept')}
          </Button>
        )}
        <Button size="small" icon="history" busy={store.offers.isAsking} onClick={remembered}>
          {t('translation:line.suggest')}
        </Button>
        {store.hasPair && (
          <Button size="small" icon="refresh" busy={store.offers.isAsking} onClick={again}>
            {t('translation:line.again')}
          </Button>
        )}
        <HearLine cue={line.cue} text={text} speaker={line.speaker} />
        {playback !== null && (
          <Button
            size="small"
            variant="quiet"
            icon="play"
            onClick={() => {
              playback.seek(line.start / 1000);
              playback.play(1);
            }}
          >
            {t('translation:line.play')}
          </Button>
        )}
      </div>
      {store.offers.offered !== null && <Suggestions line={line} offered={store.offers.offered} />}
    </div>
  );
});
