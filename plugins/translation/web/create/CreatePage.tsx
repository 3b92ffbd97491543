import { useEffect } from 'react';

import { LANGUAGES } from '#core/contract/languages.ts';
import { Button } from '#core/web/components/Button.tsx';
import { LoadError } from '#core/web/components/LoadError.tsx';
import { SearchField } from '#core/web/components/SearchField.tsx';
import { clock } from '#core/web/i18n/clock.ts';
import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { ROUTER } from '#core/web/router/router.ts';
import { Empty } from '#core/web/ui/Empty.tsx';
import { Form } from '#core/web/ui/Form.tsx';
import { PageFrame } from '#core/web/ui/PageFrame.tsx';
import { RadioGroup } from '#core/web/ui/RadioGroup.tsx';
import { MultiSelect, Select } from '#core/web/ui/Select.tsx';
import { Skeleton } from '#core/web/ui/Skeleton.tsx';
import { TextField } from '#core/web/ui/TextField.tsx';

import { TONES, type SourceText } from '#plugins/translation/calls.ts';
import { TRANSLATION_LIMITS } from '#plugins/translation/limits.ts';
import { useLanguageName } from '../parts/use-language-name.ts';
import { CreateDraft } from './CreateDraft.ts';
import '../parts/translation.css';

/** A new project: which text, from which language, into which ones, how. */
export const CreatePage = observer(function CreatePage() {
  const t = useText();
  const draft = useStore(CreateDraft);
  const nameOf = useLanguageName();
  useEffect(() => draft.begin(), [draft]);
  const languages = LANGUAGES.map(({ tag }) => ({ value: tag, text: nameOf(tag) }));
  const needed = (isThere: boolean) => (draft.wasTried && !isThere ? t('translation:create.needed') : null);
  return (
    <PageFrame title={t('translation:new')} about={t('translation:about')}>
      <Form label={t('translation:new')} submit={t('translation:create.start')} onSubmit={() => draft.create()}>
        <Sources />
        <TextField
          label={t('translation:create.name')}
          required
          most={TRANSLATION_LIMITS.name}
          value={draft.name}
          error={needed(draft.name.trim() !== '')}
          onChange={(name) => draft.rename(name)}
        />
        <Select
          label={t('translation:create.from')}
          required
          searchable
          options={languages}
          value={draft.from}
          hint={<Found />}
          error={needed(draft.from !== null)}
          onChange={(tag) => draft.chooseFrom(tag)}
        />
        <MultiSelect
          label={t('translation:create.targets')}
          required
          searchable
          options={languages.filter(({ value }) => value !== draft.from)}
          values={draft.targets}
          error={needed(draft.targets.length > 0)}
          onChange={(tags) => draft.chooseTargets(tags)}
        />
        <RadioGroup
          label={t('translation:create.tone')}
          look="segments"
          options={TONES.map((value) => ({ value, text: t(`translation:tone.${value}`) }))}
          value={draft.tone}
          onChange={(tone) => draft.chooseTone(tone)}
        />
        <TextField
          label={t('translation:create.about')}
          hint={t('translation:create.about-hint')}
          lines={2}
          most={TRANSLATION_LIMITS.about}
          value={draft.about}
          onChange={(about) => draft.describe(about)}
        />
      </Form>
    </PageFrame>
  );
});

/** What the text seems to be written in. */
const Found = observer(function Found() {
  const t = useText();
  const nameOf = useLanguageName();
  const { text, found } = useStore(CreateDraft);
  const answer = text !== null && found.isCurrent ? found.answer : null;
  if (answer === null) return null;
  const { language, isSure } = answer;
  if (isSure && language !== null) return t('translation:create.found', { language: nameOf(language) });
  return t(
    language === 'ms-MY' || language === 'id-ID' ? 'translation:create.unsure-malay' : 'translation:create.unsure',
  );
});

/** The texts that can be translated. */
const Sources = observer(function Sources() {
  const t = useText();
  const router = useService(ROUTER);
  const draft = useStore(CreateDraft);
  const { sources, text, words } = draft;
  const { answer } = sources;
  const factsOf = useSourceFacts();
  if (answer === null) {
    return sources.failure === null ? (
      <Skeleton shape="rows" count={3} />
    ) : (
      <LoadError text={t('translation:unread')} error={sources.failure} onRetry={() => void sources.again()} />
    );
  }
  const toTexts = (
    <Button icon="captions" onClick={() => void router.go('/material/copywriting')}>
      {t('translation:create.to-texts')}
    </Button>
  );
  if (answer.length === 0 && words === '') {
    return (
      <Empty
        icon="captions"
        title={t('translation:create.no-texts')}
        text={t('translation:create.text-about')}
        action={toTexts}
      />
    );
  }
  return (
    <div className="rp-translation-sources">
      <SearchField
        label={t('translation:create.search')}
        value={words}
        onType={(next) => draft.search(next)}
        onSearch={() => draft.search(words)}
      />
      <RadioGroup
        label={t('translation:create.text')}
        required
        hint={t('translation:create.text-about')}
        error={draft.wasTried && text === null ? t('translation:create.pick') : null}
        value={text?.id ?? null}
        options={answer.map((source) => ({ value: source.id, text: source.name, hint: factsOf(source) }))}
        onChange={(id) => draft.choose(id)}
      />
    </div>
  );
});

/** What tells a text from others of the same name, and how it begins. */
function useSourceFacts(): (source: SourceText) => string {
  const t = useText();
  const i18n = useService(I18N);
  const nameOf = useLanguageName();
  return ({ from, language, lines, seconds, createdAt, excerpt }) =>
    [
      ...[
        t(`translation:create.source.${from}`),
        nameOf(language),
        t('translation:create.source.lines', { count: lines }),
      ],
      ...(seconds === null ? [] : [clock(seconds)]),
      ...[i18n.time(createdAt), excerpt.replaceAll('\n', ' ').slice(0, 80)],
    ].join(' · ');
}
