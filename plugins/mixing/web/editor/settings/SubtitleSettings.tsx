import { useRef, useState } from 'react';

import { DEFAULT_CAPTION_STYLE } from '#plugins/mixing/captions.ts';
import { ExpectedError } from '#core/contract/errors.ts';
import { Button } from '#core/web/components/Button.tsx';
import { FileInput } from '#core/web/components/FileInput.tsx';
import { IconButton } from '#core/web/components/IconButton.tsx';
import { PlainInput } from '#core/web/components/PlainInput.tsx';
import { DIALOGS } from '#core/web/dialogs/dialogs.ts';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';

import { MAX_SUBTITLES, type MixProject, type Subtitle } from '#plugins/mixing/project.ts';
import { parseSrt } from '#plugins/mixing/srt.ts';
import { change } from '../store/edit-project.ts';
import { newLineId } from '../store/line-ids.ts';
import { CaptionStyleFields } from '../fields/CaptionStyleFields.tsx';
import { OverlapNote } from '../fields/OverlapNote.tsx';
import { useGlyphNote } from '../fields/use-glyph-note.tsx';
import { useEditor } from '../store/use-editor.ts';
import { readSubtitleFile } from './read-subtitle-file.ts';

/** Seconds of a line that is added. */
const USUAL_SECONDS = 2;
/** Lines start later than 100 ms. */
const FIRST_START = 0.2;

type Subtitles = NonNullable<MixProject['subtitles']>;

/** Lines with their times, in seconds of the video. */
export const SubtitleSettings = observer(function SubtitleSettings() {
  const t = useText();
  const store = useEditor();
  const dialogs = useService(DIALOGS);
  const glyphNote = useGlyphNote();
  const file = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState<string | null>(null);
  const { subtitles } = store.project;
  const cues = subtitles?.cues ?? [];
  const set = (values: Partial<Subtitles>, kind: string | null): void => {
    const before = subtitles ?? { style: DEFAULT_CAPTION_STYLE, cues: [] };
    store.edit(change({ subtitles: { ...before, ...values } }), kind === null ? null : `subtitles.${kind}`);
  };
  const setCue = (index: number, values: Partial<Subtitle>, kind: string): void => {
    const cue = cues[index];
    if (cue !== undefined) set({ cues: cues.with(index, { ...cue, ...values }) }, `${kind}.${index}`);
  };
  const add = (): void => {
    const last = cues.at(-1);
    const start = last === undefined ? FIRST_START : last.end;
    set({ cues: [...cues, { id: newLineId(), start, end: start + USUAL_SECONDS, text: '' }] }, null);
  };
  const read = async (chosen: File | undefined): Promise<void> => {
    if (chosen === undefined) return;
    try {
      const read = parseSrt(await readSubtitleFile(chosen), chosen.name);
      const typed = cues.filter(({ text }) => text.trim() !== '').length;
      const replaces =
        typed === 0 ||
        (await dialogs.confirm({
          title: 'mixing:editor.srt-replace',
          text: 'mixing:editor.srt-replace-text',
          confirm: 'mixing:editor.srt-replace-confirm',
          params: { count: typed, file: chosen.name, lines: read.length },
          destructive: true,
        }));
      if (!replaces) return;
      const isCut = read.length > MAX_SUBTITLES;
      setFault(isCut ? t('mixing:editor.srt-cut', { count: read.length, most: MAX_SUBTITLES }) : null);
      const lines = read
        .slice(0, MAX_SUBTITLES)
        .map((cue) => ({ ...cue, id: newLineId(), text: cue.text.slice(0, 500) }));
      set({ cues: lines }, null);
    } catch (error) {
      setFault(error instanceof ExpectedError ? t(error.code, error.params) : t('mixing:editor.srt-unreadable'));
    }
  };
  return (
    <>
      <p className="rp-ed-about">{t('mixing:editor.subtitles-about')}</p>
      <OverlapNote of="subtitles" />
      <div className="rp-ed-buttons">
        <Button size="small" icon="plus" onClick={add}>
          {t('mixing:editor.cue-add')}
        </Button>
        <Button size="small" icon="upload" onClick={() => file.current?.click()}>
          {t('mixing:editor.srt-import')}
        </Button>
        <FileInput ref={file} accept=".srt" data-srt="" onFiles={([chosen]) => void read(chosen)} />
      </div>
      {fault !== null && (
        <p className="rp-ed-fault" role="alert">
          {fault}
        </p>
      )}
      <ol className="rp-ed-cues">
        {cues.map((cue, index) => {
          const path = `subtitles.cues.${index}`;
          const broken = store.ruleAt(path);
          const number = index + 1;
          const boxes = glyphNote(cue.text);
          const noteId = `rp-ed-cue-${index}`;
          return (
            <li
              key={cue.id ?? index}
              data-fault={broken !== null || undefined}
              onFocus={() => store.work.workOn(index)}
            >
              <div>
                <Moment
                  label={t('mixing:editor.cue-start', { number })}
                  value={cue.start}
                  path={path}
                  onValue={(start) => setCue(index, { start }, 'start')}
                />
                <span aria-hidden="true">→</span>
                <Moment
                  label={t('mixing:editor.cue-end', { number })}
                  value={cue.end}
                  onValue={(end) => setCue(index, { end }, 'end')}
                />
                <IconButton
                  icon="play"
                  size="small"
                  label={t('mixing:editor.cue-show', { number })}
                  onClick={() => store.preview.live.again()}
                />
                <IconButton
                  icon="close"
                  size="small"
                  label={t('mixing:editor.cue-remove', { number })}
                  onClick={() => {
                    const rest = cues.toSpliced(index, 1);
                    if (rest.length === 0) store.edit(change({ subtitles: null }));
                    else set({ cues: rest }, null);
                  }}
                />
              </div>
              {/* oxlint-disable-next-line react/forbid-elements -- a project may have thousands of lines, too many for standard fields */}
              <textarea
                className="rp-ed-input"
                aria-label={t('mixing:editor.cue-text', { number })}
                aria-describedby={boxes === undefined ? undefined : noteId}
                value={cue.text}
                rows={1}
                maxLength={500}
                placeholder={t('mixing:editor.cue-hint')}
                onChange={({ currentTarget }) => setCue(index, { text: currentTarget.value }, 'text')}
              />
              {boxes !== undefined && <p id={noteId}>{boxes}</p>}
              {broken !== null && <p className="rp-ed-fault">{broken}</p>}
            </li>
          );
        })}
      </ol>
      {subtitles !== null && (
        <CaptionStyleFields
          style={subtitles.style}
          onStyle={(values, kind) => set({ style: { ...subtitles.style, ...values } }, kind)}
        />
      )}
    </>
  );
});

function Moment(properties: { label: string; value: number; path?: string; onValue(value: number): void }) {
  const { label, value, path, onValue } = properties;
  return (
    <PlainInput
      className="rp-ed-input"
      type="number"
      min={0}
      max={86_400}
      step={0.1}
      aria-label={label}
      data-path={path}
      value={Math.round(value * 100) / 100}
      onChange={({ currentTarget }) => {
        const next = currentTarget.valueAsNumber;
        if (Number.isFinite(next) && next >= 0) onValue(Math.min(86_400, next));
      }}
    />
  );
}
