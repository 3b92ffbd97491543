import { DEFAULT_TITLE_STYLE } from '#plugins/mixing/captions.ts';
import { Button } from '#core/web/components/Button.tsx';
import { IconButton } from '#core/web/components/IconButton.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Slider } from '#core/web/ui/Slider.tsx';
import { TextField } from '#core/web/ui/TextField.tsx';

import { MAX_TITLES, TITLE_LETTERS, type MixProject } from '#plugins/mixing/project.ts';
import { change } from '../store/edit-project.ts';
import { CaptionStyleFields } from '../fields/CaptionStyleFields.tsx';
import { OverlapNote } from '../fields/OverlapNote.tsx';
import { useGlyphNote } from '../fields/use-glyph-note.tsx';
import { useSeconds } from '../fields/use-seconds.ts';
import { useEditor } from '../store/use-editor.ts';
import { CoverTools } from './CoverTools.tsx';

/** Titles over the opening; the videos take turns with them. */
export const TitleSettings = observer(function TitleSettings() {
  const t = useText();
  const seconds = useSeconds();
  const glyphNote = useGlyphNote();
  const store = useEditor();
  const { titles } = store.project;
  const set = (values: Partial<NonNullable<MixProject['titles']>>, kind: string | null): void => {
    const before = titles ?? { texts: [], seconds: 2.5, style: DEFAULT_TITLE_STYLE };
    store.edit(change({ titles: { ...before, ...values } }), kind === null ? null : `titles.${kind}`);
  };
  const texts = titles?.texts ?? [];
  return (
    <>
      <p className="rp-ed-about">{t('mixing:editor.titles-about')}</p>
      <OverlapNote of="titles" />
      <ol className="rp-ed-lines">
        {texts.map((text, index) => (
          <li key={index} onFocus={() => store.work.workOn(index)}>
            <TextField
              label={t('mixing:editor.title-number', { number: index + 1 })}
              labelHidden
              value={text}
              most={TITLE_LETTERS}
              placeholder={t('mixing:editor.title-hint')}
              hint={glyphNote(text)}
              autoFocus={text === ''}
              onChange={(next) => set({ texts: texts.with(index, next) }, `text.${index}`)}
            />
            <IconButton
              icon="close"
              size="small"
              label={t('mixing:editor.title-remove', { number: index + 1 })}
              onClick={() => {
                const rest = texts.toSpliced(index, 1);
                if (rest.length === 0) store.edit(change({ titles: null }));
                else set({ texts: rest }, null);
              }}
            />
          </li>
        ))}
      </ol>
      {texts.length < MAX_TITLES && (
        <Button size="small" icon="plus" onClick={() => set({ texts: [...texts, ''] }, null)}>
          {t('mixing:editor.title-add')}
        </Button>
      )}
      <CoverTools cover={titles ?? { texts: [], seconds: 2.5, style: DEFAULT_TITLE_STYLE }} />
      {titles !== null && (
        <>
          <div data-path="titles.seconds">
            <Slider
              label={t('mixing:editor.title-seconds')}
              value={titles.seconds}
              min={0.5}
              max={15}
              step={0.5}
              shown={seconds(titles.seconds)}
              error={store.ruleAt('titles.seconds')}
              onChange={(value) => set({ seconds: value }, 'seconds')}
            />
          </div>
          <CaptionStyleFields
            style={titles.style}
            onStyle={(values, kind) => set({ style: { ...titles.style, ...values } }, kind)}
          />
        </>
      )}
    </>
  );
});
