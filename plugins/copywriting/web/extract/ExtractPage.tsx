import { useEffect } from 'react';

import { LANGUAGES, languageName } from '#core/contract/languages.ts';
import { extentOf } from '#core/contract/price.ts';
import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { lengthWords } from '#core/web/studio/StudioPlayer.tsx';
import { BatchToolPage, StartBar } from '#core/web/tools/BatchToolPage.tsx';
import { EditorPart, useOpenVideo, VideoEditor, VideoTimeline } from '#core/web/tools/VideoEditor.tsx';
import { Notice } from '#core/web/ui/Notice.tsx';
import { RadioGroup } from '#core/web/ui/RadioGroup.tsx';
import { Select } from '#core/web/ui/Select.tsx';
import { TextField } from '#core/web/ui/TextField.tsx';

import { EXTRACT_FROM, EXTRACT_TOOL } from '#plugins/copywriting/limits.ts';
import { ExtractDraft, faultOf, type ExtractItem } from './ExtractDraft.ts';

/** Extracts the text of videos: they are listed, one is shown, and one button extracts from all of them. */
export default observer(function ExtractPage() {
  const t = useText();
  const i18n = useService(I18N);
  const draft = useStore(ExtractDraft);
  useEffect(() => void draft.learn(), [draft]);
  const { items } = draft.batch;
  const rowOf = (item: ExtractItem) => {
    const fault = faultOf(item);
    const tone = fault === 'preparing' ? ('info' as const) : ('alarm' as const);
    const { seconds, size } = item.material;
    return {
      facts: `${lengthWords(seconds ?? 0)} · ${i18n.bytes(size)}`,
      ...(fault === null ? {} : { state: { text: t(`copywriting:extract.fault-${fault}`), tone } }),
    };
  };
  const length = lengthWords(items.reduce((sum, { material }) => sum + (material.seconds ?? 0), 0));
  const count = items.length;
  const faulty = draft.faulty.length;
  return (
    <BatchToolPage
      {...{ tool: EXTRACT_TOOL, draft: draft.inputs, outline: <Outline />, rowOf }}
      title={t('copywriting:extract.title')}
      about={t('copywriting:extract.about')}
      none={t('copywriting:extract.none')}
      extent={extentOf(items.map(({ material }) => material.seconds ?? Infinity))}
      bar={
        <StartBar
          {...{ draft: draft.inputs, icon: 'captions', onStart: draft.start }}
          start={t('copywriting:extract.start', { count })}
          total={t('copywriting:extract.total', { count, length })}
          fault={faulty === 0 ? null : t('copywriting:extract.faulty', { count: faulty })}
        />
      }
    >
      {(item) => <ExtractVideo item={item} />}
    </BatchToolPage>
  );
});

const ExtractVideo = observer(function ExtractVideo({ item: { material } }: { item: ExtractItem }) {
  const t = useText();
  const open = useOpenVideo(material);
  return (
    <VideoEditor open={open} timeline={<VideoTimeline open={open} label={material.name} />}>
      <EditorPart title={t('copywriting:extract.from')}>
        <ExtractSettingsPart />
      </EditorPart>
    </VideoEditor>
  );
});

/** What is extracted, in which language, and what has to be connected for it. */
const ExtractSettingsPart = observer(function ExtractSettingsPart() {
  const t = useText();
  const { language: reader } = useService(I18N);
  const draft = useStore(ExtractDraft);
  const { engines, from, language, tags } = draft;
  const [sees, hears] = [engines === null || engines.picture.length > 0, engines !== null && engines.speech.length > 0];
  const drafts = new Set(engines?.picture.flatMap((each) => (each.draft ? [each.language.split('-')[0]] : [])));
  const readable = new Set(engines?.picture.map((each) => each.language.split('-')[0]));
  const offered =
    from === 'speech' || engines === null
      ? LANGUAGES
      : LANGUAGES.filter(({ tag }) => readable.has(tag.split('-')[0] ?? tag));
  const nameOf = (tag: string): string => {
    const name = languageName(tag, reader);
    return from !== 'speech' && drafts.has(tag.split('-')[0])
      ? t('copywriting:extract.draft', { language: name })
      : name;
  };
  return (
    <>
      <RadioGroup
        label={t('copywriting:extract.from')}
        labelHidden
        value={from}
        options={EXTRACT_FROM.map((value) => ({
          value,
          text: t(`copywriting:extract.${value}`),
          disabled: value === 'picture' ? !sees : value === 'speech' ? !hears : !sees || !hears,
        }))}
        onChange={draft.setFrom}
      />
      {!sees && <Notice kind="warning">{t('copywriting:extract.no-eye')}</Notice>}
      {engines !== null && !hears && <Notice kind="info">{t('copywriting:extract.no-speech')}</Notice>}
      <Select
        label={t('copywriting:extract.language')}
        value={language}
        hint={offered.length < LANGUAGES.length ? t('copywriting:extract.languages-about') : undefined}
        options={offered.map(({ tag }) => ({ value: tag, text: nameOf(tag) }))}
        onChange={draft.setLanguage}
      />
      <TextField
        label={t('copywriting:extract.tags')}
        hint={t('copywriting:extract.tags-about')}
        value={tags}
        onChange={draft.setTags}
      />
    </>
  );
});

/** What will be here: a picture with words, and the words. */
function Outline() {
  return (
    <svg className="rp-empty__outline" viewBox="0 0 260 120" aria-hidden="true">
      <rect x="4" y="4" width="108" height="112" rx="4" />
      <path d="M24 90h68M34 102h48" data-lit="" />
      <path d="M122 60h18M134 54l6 6-6 6" />
      <path d="M154 26h20M184 26h70M154 52h20M184 52h56M154 78h20M184 78h64M154 104h20M184 104h40" />
    </svg>
  );
}
