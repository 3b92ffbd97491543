import { Button } from '#core/web/components/Button.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { EditorPart } from '#core/web/tools/VideoEditor.tsx';
import { Checkbox } from '#core/web/ui/Checkbox.tsx';
import { RadioGroup } from '#core/web/ui/RadioGroup.tsx';
import { Select } from '#core/web/ui/Select.tsx';

import { EXPORT_FORMS, SOUNDS } from '#plugins/translation/export-options.ts';
import { useLanguageName } from '../parts/use-language-name.ts';
import { ExportDraft } from './ExportDraft.ts';

/** Which languages are exported, and which one is shown. */
export const LanguageSettings = observer(function LanguageSettings() {
  const t = useText();
  const nameOf = useLanguageName();
  const draft = useStore(ExportDraft);
  const { languages, chosen, project, shown } = draft;
  const all = languages.filter(({ tag, lines }) => lines > 0 && tag !== project?.from);
  const isAll = all.length > 0 && all.every(({ tag }) => chosen.includes(tag));
  const total = project?.lines ?? 0;
  return (
    <EditorPart
      title={t('translation:export.languages')}
      action={
        all.length > 1 && (
          <Button size="small" variant="quiet" onClick={() => draft.choose(isAll ? [] : all)}>
            {t(isAll ? 'translation:export.choose-none' : 'translation:export.choose-all')}
          </Button>
        )
      }
    >
      <ul className="rp-export-languages">
        {languages.map(({ tag, lines }) => (
          <li key={tag}>
            <Checkbox
              label={tag === project?.from ? t('translation:export.original', { language: nameOf(tag) }) : nameOf(tag)}
              checked={chosen.includes(tag)}
              disabled={lines === 0}
              onChange={() => draft.toggle(tag)}
            />
            <span data-open={lines < total || undefined}>
              {t(lines < total ? 'translation:export.lines-left' : 'translation:export.lines', { lines, total })}
            </span>
          </li>
        ))}
      </ul>
      {chosen.length > 1 && (
        <Select
          label={t('translation:export.shown')}
          value={shown}
          options={chosen.map((tag) => ({ value: tag, text: nameOf(tag) }))}
          onChange={(tag) => draft.show(tag)}
        />
      )}
    </EditorPart>
  );
});

/** What comes out. */
export const FormSettings = observer(function FormSettings() {
  const t = useText();
  const draft = useStore(ExportDraft);
  const { form, together } = draft.options;
  return (
    <EditorPart title={t('translation:export.form')}>
      <RadioGroup
        label={t('translation:export.form')}
        labelHidden
        value={form}
        options={EXPORT_FORMS.map((value) => ({
          ...{ value, text: t(`translation:export.form-${value}`), hint: t(`translation:export.form-${value}-hint`) },
        }))}
        onChange={(value) => draft.set({ form: value })}
      />
      {form === 'soft' && draft.chosen.length > 1 && (
        <Checkbox
          label={t('translation:export.together')}
          hint={t('translation:export.together-hint')}
          checked={together}
          onChange={(checked) => draft.set({ together: checked })}
        />
      )}
    </EditorPart>
  );
});

/** Which copy of the video is shown, and what is heard in it. */
export const SourceSettings = observer(function SourceSettings() {
  const t = useText();
  const draft = useStore(ExportDraft);
  const { material, options } = draft;
  return (
    <EditorPart title={t('translation:export.source')}>
      <p className="rp-export-source">
        <bdi>{material?.name}</bdi>
        <small>{t('translation:export.other-video-hint')}</small>
        <Button size="small" icon="film" onClick={() => void draft.pickVideo()}>
          {t('translation:export.other-video')}
        </Button>
        {options.video !== null && (
          <Button size="small" variant="quiet" onClick={() => draft.showInstead(null)}>
            {t('translation:export.own-video')}
          </Button>
        )}
      </p>
      {!draft.isTogether && (
        <RadioGroup
          label={t('translation:export.sound')}
          value={options.sound}
          options={SOUNDS.map((value) => ({
            ...{ value, text: t(`translation:export.sound-${value}`) },
            ...(value === 'dub' && { hint: t('translation:export.sound-dub-hint') }),
          }))}
          onChange={(sound) => draft.set({ sound })}
        />
      )}
    </EditorPart>
  );
});
