import { LANGUAGES } from '#core/contract/languages.ts';
import { Button } from '#core/web/components/Button.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useFollowed } from '#core/web/react/use-live.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { EditorPart } from '#core/web/tools/EditorPart.tsx';
import { RadioGroup } from '#core/web/ui/RadioGroup.tsx';
import { MultiSelect, Select } from '#core/web/ui/Select.tsx';
import { Switch } from '#core/web/ui/Switch.tsx';

import { BATCH_VOICES } from '#plugins/translation/batch-options.ts';
import { EXPORT_FORMS } from '#plugins/translation/export-options.ts';
import { PRESET_IDS } from '#plugins/translation/subtitle-presets.ts';
import { PLACES } from '#plugins/translation/subtitle-style.ts';
import { useLanguageName } from '../parts/use-language-name.ts';
import { NewBatch } from './NewBatch.ts';

/** From which language into which ones, with which voice and subtitles. */
export const BatchSettings = observer(function BatchSettings() {
  const t = useText();
  const nameOf = useLanguageName();
  const draft = useStore(NewBatch);
  const { from, languages, form, style, isDubbed, voice, answer, product } = draft;
  useFollowed(draft.products);
  const products = draft.products.value ?? [];
  const options = LANGUAGES.map(({ tag }) => ({ value: tag, text: nameOf(tag) }));
  const toExtract = answer !== null && answer.texts.known < answer.videos;
  return (
    <div className="rp-batch-new__settings">
      <EditorPart title={t('translation:batch.languages')}>
        <Select
          label={t('translation:create.from')}
          searchable
          options={options}
          value={from}
          onChange={draft.setFrom}
        />
        <MultiSelect
          label={t('translation:create.targets')}
          searchable
          options={options}
          values={languages}
          error={draft.wanted === null ? t('translation:create.needed') : null}
          onChange={draft.setLanguages}
        />
        <Button size="small" icon="globe" disabled={languages.length === LANGUAGES.length} onClick={draft.chooseAll}>
          {t('translation:batch.all-languages', { count: LANGUAGES.length })}
        </Button>
        {products.length > 0 && (
          <Select
            label={t('translation:terms.product')}
            hint={t('translation:terms.product-hint')}
            value={product}
            options={[
              { value: '', text: t('translation:terms.product-none') },
              ...products.map((value) => ({ value, text: value })),
            ]}
            onChange={(next) => draft.set({ product: next })}
          />
        )}
        {toExtract && answer.ways.length > 0 && (
          <RadioGroup
            label={t('translation:batch.extract')}
            look="segments"
            value={draft.extract ?? answer.ways[0] ?? null}
            options={answer.ways.map((value) => ({ value, text: t(`translation:batch.extract-${value}`) }))}
            onChange={(extract) => draft.set({ extract })}
          />
        )}
      </EditorPart>
      <EditorPart title={t('translation:batch.voice')}>
        <Switch
          label={t('translation:batch.dub')}
          hint={t('translation:batch.dub-hint')}
          checked={isDubbed}
          onChange={(checked) => draft.set({ isDubbed: checked })}
        />
        {isDubbed && (
          <RadioGroup
            label={t('translation:batch.voice')}
            labelHidden
            look="segments"
            value={voice}
            options={BATCH_VOICES.map((value) => ({ value, text: t(`translation:batch.voice-${value}`) }))}
            onChange={(next) => draft.set({ voice: next })}
          />
        )}
      </EditorPart>
      <EditorPart title={t('translation:batch.subtitles')}>
        <RadioGroup
          label={t('translation:batch.subtitles')}
          labelHidden
          look="segments"
          value={form}
          options={EXPORT_FORMS.map((value) => ({ value, text: t(`translation:batch.form-${value}`) }))}
          onChange={(next) => draft.set({ form: next })}
        />
        {form !== 'soft' && (
          <>
            <Select
              label={t('translation:export.preset')}
              value={style.preset}
              options={PRESET_IDS.map((value) => ({ value, text: t(`translation:preset.${value}`) }))}
              onChange={(preset) => draft.setStyle({ preset })}
            />
            <RadioGroup
              label={t('translation:export.place')}
              look="segments"
              value={style.place}
              options={PLACES.map((value) => ({ value, text: t(`translation:export.place-${value}`) }))}
              onChange={(place) => draft.setStyle({ place })}
            />
          </>
        )}
      </EditorPart>
    </div>
  );
});
