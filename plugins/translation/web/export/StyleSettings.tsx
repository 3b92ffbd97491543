import type { CSSProperties } from 'react';

import { observer } from '#core/web/react/observer.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { EditorPart } from '#core/web/tools/VideoEditor.tsx';
import { RadioGroup } from '#core/web/ui/RadioGroup.tsx';
import { Select } from '#core/web/ui/Select.tsx';
import { Slider } from '#core/web/ui/Slider.tsx';

import { PRESET_IDS, SUBTITLE_PRESETS, type SubtitleLook } from '#plugins/translation/subtitle-presets.ts';
import { SAFE_AREA_IDS } from '#plugins/translation/safe-areas.ts';
import { PLACES, SCALE } from '#plugins/translation/subtitle-style.ts';
import { useLanguageName } from '../parts/use-language-name.ts';
import { ExportDraft } from './ExportDraft.ts';

/** How burned subtitles look and where they stand. */
export const StyleSettings = observer(function StyleSettings() {
  const t = useText();
  const nameOf = useLanguageName();
  const draft = useStore(ExportDraft);
  const { style, second } = draft.options;
  const { languages, chosen } = draft;
  const others = languages.filter(({ tag, lines }) => lines > 0 && (chosen.length > 1 || tag !== chosen[0]));
  return (
    <EditorPart title={t('translation:export.style')}>
      <RadioGroup
        label={t('translation:export.preset')}
        look="cards"
        value={style.preset}
        options={PRESET_IDS.map((preset) => ({
          ...{ value: preset, text: t(`translation:preset.${preset}`) },
          picture: <Sample look={SUBTITLE_PRESETS[preset]} />,
        }))}
        onChange={(preset) => draft.setStyle({ preset })}
      />
      <Slider
        label={t('translation:export.scale')}
        value={Math.round(style.scale * 100)}
        min={SCALE.least * 100}
        max={SCALE.most * 100}
        step={SCALE.step * 100}
        shown={`${Math.round(style.scale * 100)}%`}
        onChange={(value) => draft.setStyle({ scale: value / 100 })}
      />
      <RadioGroup
        label={t('translation:export.place')}
        look="segments"
        value={style.place}
        options={PLACES.map((place) => ({ value: place, text: t(`translation:export.place-${place}`) }))}
        onChange={(place) => draft.setStyle({ place })}
      />
      <Select
        label={t('translation:export.safe-area')}
        hint={t('translation:export.safe-area-hint')}
        value={style.safeArea}
        options={SAFE_AREA_IDS.map((area) => ({ value: area, text: t(`translation:export.safe-${area}`) }))}
        onChange={(area) => draft.setStyle({ safeArea: area })}
      />
      <Select
        label={t('translation:export.second')}
        value={second ?? ''}
        options={[
          { value: '', text: t('translation:export.second-none') },
          ...others.map(({ tag }) => ({ value: tag, text: nameOf(tag) })),
        ]}
        onChange={(tag) => draft.set({ second: tag === '' ? null : tag })}
      />
    </EditorPart>
  );
});

/** Letters in a look, about as they will be; the video beside it shows them as they are. */
function Sample({ look }: { look: SubtitleLook }) {
  const { colour, bold, italic, outline, shadow, box, glow, spacing, karaoke } = look;
  const own: CSSProperties = {
    ...{
      color: karaoke?.colour ?? colour,
      fontWeight: bold ? 650 : 400,
      fontStyle: italic === true ? 'italic' : 'normal',
    },
    letterSpacing: `${spacing ?? 0}em`,
    ...(outline === undefined
      ? {}
      : { WebkitTextStroke: `${outline.width * 2}em ${outline.colour}`, paintOrder: 'stroke fill' }),
    ...(box === undefined ? {} : { background: `${box.colour}${hexOf(box.opacity)}`, padding: '0 0.3em' }),
    ...(shadow === undefined ? {} : { textShadow: `0.06em 0.06em 0 ${shadow.colour}` }),
    ...(glow === undefined || outline === undefined ? {} : { textShadow: `0 0 0.4em ${outline.colour}` }),
  };
  return (
    <span className="rp-export-sample" aria-hidden="true">
      <span style={own}>
        Aa
        <span style={karaoke === undefined ? undefined : { color: colour }}>字</span>
      </span>
    </span>
  );
}

const hexOf = (opacity: number): string =>
  Math.round(opacity * 255)
    .toString(16)
    .padStart(2, '0');
