import type { ReactNode } from 'react';

import { languageName } from '#core/contract/languages.ts';

import { Button } from '../components/Button.tsx';
import { IconButton } from '../components/IconButton.tsx';
import { PlainButton } from '../components/PlainButton.tsx';
import { ProgressBar } from '../components/ProgressBar.tsx';
import { I18N } from '../i18n/i18n.ts';
import { observer } from '../react/observer.ts';
import { useService } from '../react/use-service.ts';
import { useText } from '../react/use-text.ts';
import { lengthCode, timecode, type TimeRange } from '../studio/StudioPlayer.tsx';
import { Notice } from '../ui/Notice.tsx';
import { useReadOnly } from '../ui/ReadOnly.tsx';
import { Select } from '../ui/Select.tsx';
import { EditorPart } from './EditorPart.tsx';
import { secondsOf, type OpenVideo, type VideoWindow } from './VideoEditor.tsx';
import './PlaceParts.css';

export interface PlaceListProps {
  open: OpenVideo;
  /** Places of the picture at which a tool does something, and when. */
  places: readonly VideoWindow[];
  chosen: string | null;
  /** The buttons that add one. */
  add: ReactNode;
  onChoose(id: string): void;
  onRemove(id: string): void;
}

/** Places of a video at which a tool does something: one is chosen and set up below, each can be removed. */
export const PlaceList = observer(function PlaceList(properties: PlaceListProps) {
  const { open, places, chosen, add, onChoose, onRemove } = properties;
  const t = useText();
  const isReadOnly = useReadOnly();
  const { grid } = open.playback;
  return (
    <>
      <ul className="rp-place-list">
        {places.map(({ id, name, window }) => (
          <li key={id} data-chosen={id === chosen ? '' : undefined}>
            <PlainButton aria-pressed={id === chosen} onClick={() => onChoose(id)}>
              <b>{name}</b>
              <span>
                {window === null
                  ? t('shell:tools.all-the-time')
                  : t('shell:tools.from-to', { from: timecode(grid, window.start), to: timecode(grid, window.end) })}
              </span>
            </PlainButton>
            <IconButton
              icon="trash"
              size="small"
              label={t('shell:tools.remove-place', { name })}
              disabled={isReadOnly}
              onClick={() => onRemove(id)}
            />
          </li>
        ))}
      </ul>
      <div className="rp-place-add">{add}</div>
    </>
  );
});

/** When a tool does something at a place. */
export const PlaceTime = observer(function PlaceTime({
  open,
  window,
  onReset,
}: {
  open: OpenVideo;
  /** Null is all the time. */
  window: TimeRange | null;
  /** Makes it all the time. */
  onReset(): void;
}) {
  const t = useText();
  const { grid } = open.playback;
  const { start, end } = window ?? { start: 0, end: secondsOf(open) };
  const code = { start: timecode(grid, start), end: timecode(grid, end), length: lengthCode(grid, end - start) };
  return (
    <EditorPart
      title={t('shell:tools.time')}
      action={
        window !== null && (
          <Button size="small" variant="quiet" onClick={onReset}>
            {t('shell:tools.all-the-time')}
          </Button>
        )
      }
    >
      <p className="rp-place-hint">
        {t('shell:tools.time-facts', code)}
        <br />
        {t('shell:tools.time-keys')}
      </p>
    </EditorPart>
  );
});

export interface FoundTextProps {
  /** How far the text of the video is known; undefined before anybody asked. */
  text:
    | { state: 'reading' | 'read' | 'failed'; progress: number; cues: readonly unknown[]; error: string | null }
    | undefined;
  /** BCP 47 tags of the languages that can be read: none where nothing reads text, null until they are known. */
  languages: readonly string[] | null;
  language: string;
  onLanguage(language: string): void;
  /** Reads again where reading has failed. */
  onAgain(): void;
}

/** What is known of the text of a video at whose lines a tool does something, and in which language it is. */
export const FoundText = observer(function FoundText(properties: FoundTextProps) {
  const { text, languages, language, onLanguage, onAgain } = properties;
  const t = useText();
  const i18n = useService(I18N);
  // Chinese and English are always read together.
  const further = (languages ?? []).filter((tag) => !/^(zh-CN|zh|en.*)$/.test(tag));
  return (
    <>
      {languages?.length === 0 ? (
        <Notice kind="error">{t('shell:tools.text-closed')}</Notice>
      ) : (
        text !== undefined && <TextState text={text} onAgain={onAgain} />
      )}
      {further.length > 0 && (
        <Select
          label={t('shell:tools.text-language')}
          value={language}
          searchable={further.length > 8}
          options={[
            { value: 'zh', text: t('shell:tools.text-language-usual') },
            ...further.map((tag) => ({ value: tag, text: languageName(tag, i18n.language) })),
          ]}
          onChange={onLanguage}
        />
      )}
    </>
  );
});

function TextState({ text, onAgain }: { text: NonNullable<FoundTextProps['text']>; onAgain(): void }) {
  const t = useText();
  const { state, progress, error } = text;
  if (state === 'failed') {
    return (
      <Notice kind="error">
        {error ?? t('shell:tools.text-failed')}{' '}
        <Button size="small" variant="link" onClick={onAgain}>
          {t('shell:tools.text-again')}
        </Button>
      </Notice>
    );
  }
  if (state === 'reading') {
    return (
      <div className="rp-place-text" role="status">
        <p>{t('shell:tools.text-reading')}</p>
        <ProgressBar value={progress} label={t('shell:tools.text-reading')} />
      </div>
    );
  }
  const count = text.cues.length;
  return <p role="status">{count === 0 ? t('shell:tools.text-none') : t('shell:tools.text-found', { count })}</p>;
}
