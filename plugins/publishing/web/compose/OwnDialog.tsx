import { useState } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { DialogTitle } from '#core/web/components/DialogTitle.tsx';
import type { DialogControl } from '#core/web/define-web.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Checkbox } from '#core/web/ui/Checkbox.tsx';
import { Form } from '#core/web/ui/Form.tsx';
import { NumberField } from '#core/web/ui/NumberField.tsx';
import { Select } from '#core/web/ui/Select.tsx';
import { TextField } from '#core/web/ui/TextField.tsx';

import type { AccountTakes, Cover, OwnWords, PostPlace } from '#plugins/publishing/plan-calls.ts';
import { audienceText } from './audience-text.ts';
import type { CoverPicture } from './CoverDialog.tsx';
import { mentionsIn, mentionText } from './mentions-in.ts';
import type { ChosenOwn } from './OwnDraft.ts';
import { placeOptions } from './PlaceField.tsx';
import { topicsIn } from './topics-in.ts';

export interface OwnDialogProps extends DialogControl<ChosenOwn> {
  /** Of the account, and of its platform. */
  name: string;
  service: string;
  /** Accounts of the same platform that are published to. */
  count: number;
  own: OwnWords;
  audience: string | null;
  /** The usual one first. */
  audiences: readonly string[];
  takes: AccountTakes | undefined;
  /** Stores that posts can name. */
  places: readonly PostPlace[];
  /** What all have. */
  common: { titles: string; text: string; topics: readonly string[] };
  picture: CoverPicture | null;
  choosePicture(): Promise<CoverPicture | undefined>;
}

type CoverKind = 'same' | 'own' | 'frame' | 'picture';
type MentionKind = 'same' | 'own' | 'none';
/** Stands for the store that all have. */
const SAME = 'same';

/** Asks what posts on one account have of their own; what is left empty stays as all have it. */
export default function OwnDialog(properties: OwnDialogProps) {
  const { name, service, count, own, audiences, takes, common, places, choosePicture, close } = properties;
  const t = useText();
  const [titles, setTitles] = useState(own.titles?.join('\n') ?? '');
  const [text, setText] = useState(own.texts?.join('\n') ?? '');
  const [topics, setTopics] = useState(own.topics?.map((topic) => `#${topic}`).join(' ') ?? '');
  const [audience, setAudience] = useState(properties.audience);
  const [cover, setCover] = useState<CoverKind>(
    own.cover === undefined ? 'same' : own.cover === null ? 'own' : own.cover.kind,
  );
  const [seconds, setSeconds] = useState<number | null>(own.cover?.kind === 'frame' ? own.cover.at : 0);
  const [mentioning, setMentioning] = useState<MentionKind>(
    own.mentions === undefined ? 'same' : own.mentions.length === 0 ? 'none' : 'own',
  );
  const [mentions, setMentions] = useState(own.mentions?.map(mentionText).join(' ') ?? '');
  const [place, setPlace] = useState(own.place === undefined ? SAME : (own.place ?? ''));
  const [picture, setPicture] = useState(properties.picture);
  const [isForPlatform, setForPlatform] = useState(false);
  const choose = usePluginCallback(async () => {
    const chosen = await choosePicture();
    if (chosen !== undefined) setPicture(chosen);
  });
  function save(): void {
    const words = lines(titles);
    const marks = topicsIn(topics);
    const [covered, named] = [chosenCover(), chosenMentions()];
    close({
      own: {
        ...(words.length === 0 ? {} : { titles: words }),
        ...(text.trim() === '' ? {} : { texts: [text.trim()] }),
        ...(marks.length === 0 ? {} : { topics: marks }),
        ...(own.product === undefined ? {} : { product: own.product }),
        ...(named === undefined ? {} : { mentions: named }),
        ...(place === SAME ? {} : { place: place === '' ? null : place }),
        ...(covered === undefined ? {} : { cover: covered }),
      },
      ...{ audience, picture: cover === 'picture' ? picture : null, isForPlatform },
    });
  }
  /** Undefined for what all have. */
  function chosenCover(): Cover | null | undefined {
    if (cover === 'own') return null;
    if (cover === 'frame') return { kind: cover, at: seconds ?? 0 };
    return cover === 'picture' && picture !== null ? { kind: cover, id: picture.id } : undefined;
  }
  function chosenMentions(): OwnWords['mentions'] {
    if (mentioning === 'same') return undefined;
    return mentioning === 'none' ? [] : mentionsIn(mentions, takes?.mentions?.hasIds === true);
  }
  const title = t('publishing:own.title', { name: `${name} · ${service}` });
  const kinds: CoverKind[] = ['same', 'own', 'frame', ...(takes?.covers === 'pictures' ? (['picture'] as const) : [])];
  const rule = takes?.mentions ?? null;
  const isIncomplete =
    (cover === 'picture' && picture === null) ||
    (cover === 'frame' && seconds === null) ||
    (mentioning === 'own' && mentions.trim() === '');
  return (
    <>
      <DialogTitle>{title}</DialogTitle>
      <Form
        label={title}
        submit={t('publishing:own.save')}
        disabled={isIncomplete}
        actions={<Button onClick={() => close()}>{t('shell:dialog.cancel')}</Button>}
        onSubmit={save}
      >
        <p>{t('publishing:own.about')}</p>
        {takes?.titleLetters !== null && (
          <TextField
            label={t('publishing:compose.titles')}
            hint={t('publishing:compose.titles-hint')}
            placeholder={common.titles}
            lines={2}
            value={titles}
            onChange={setTitles}
          />
        )}
        <TextField
          label={t('publishing:compose.text')}
          placeholder={common.text}
          lines={4}
          most={5000}
          value={text}
          onChange={setText}
        />
        <TextField
          label={t('publishing:compose.topics')}
          placeholder={common.topics.map((topic) => `#${topic}`).join(' ')}
          hint={t('publishing:own.topics-hint')}
          most={1600}
          value={topics}
          onChange={setTopics}
        />
        {audiences.length > 1 && (
          <Select
            label={t('publishing:own.audience')}
            value={audience ?? audiences[0] ?? null}
            options={audiences.map((value) => ({ value, text: audienceText(value, t) }))}
            onChange={(value) => setAudience(value === audiences[0] ? null : value)}
          />
        )}
        {takes !== undefined && takes.covers !== null && (
          <Select
            label={t('publishing:own.cover')}
            value={cover}
            options={kinds.map((value) => ({ value, text: t(`publishing:own.cover-${value}`) }))}
            onChange={setCover}
          />
        )}
        {cover === 'frame' && (
          <NumberField
            label={t('publishing:own.frame')}
            hint={t('publishing:own.frame-hint')}
            unit={t('publishing:own.frame-unit')}
            value={seconds}
            min={0}
            max={86_400}
            digits={1}
            onChange={setSeconds}
          />
        )}
        {cover === 'picture' && (
          <Button icon="image" onClick={choose}>
            {picture === null ? t('publishing:cover.choose') : picture.name}
          </Button>
        )}
        {rule !== null && (
          <Select
            label={t('publishing:own.mentions')}
            value={mentioning}
            options={(['same', 'own', 'none'] as const).map((value) => ({
              value,
              text: t(`publishing:own.mentions-${value}`),
            }))}
            onChange={setMentioning}
          />
        )}
        {rule !== null && mentioning === 'own' && (
          <TextField
            label={t('publishing:mentions.label', { service, example: rule.example })}
            hint={t(rule.hasIds ? 'publishing:own.mentions-hint-ids' : 'publishing:own.mentions-hint', {
              ...{ service, example: rule.example },
            })}
            most={1600}
            value={mentions}
            onChange={setMentions}
          />
        )}
        {places.length > 0 && (
          <Select
            label={t('publishing:compose.place')}
            searchable
            value={place}
            options={[{ value: SAME, text: t('publishing:own.cover-same') }, ...placeOptions(places, t)]}
            onChange={setPlace}
          />
        )}
        {count > 1 && (
          <Checkbox
            label={t('publishing:own.for-platform', { service, count })}
            checked={isForPlatform}
            onChange={setForPlatform}
          />
        )}
      </Form>
    </>
  );
}

const lines = (words: string): string[] =>
  words
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => line.slice(0, 200));
