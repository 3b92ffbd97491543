import { useState } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { DialogTitle } from '#core/web/components/DialogTitle.tsx';
import type { DialogControl } from '#core/web/define-web.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Checkbox } from '#core/web/ui/Checkbox.tsx';
import { Form } from '#core/web/ui/Form.tsx';
import { Select } from '#core/web/ui/Select.tsx';
import { TextField } from '#core/web/ui/TextField.tsx';

import type { AccountTakes, OwnWords } from '#plugins/publishing/plan-calls.ts';
import { audienceText } from './audience-text.ts';
import type { CoverPicture } from './CoverDialog.tsx';
import { topicsIn } from './topics-in.ts';

export interface ChosenOwn {
  own: OwnWords;
  /** Null for the usual one. */
  audience: string | null;
  picture: CoverPicture | null;
  /** Whether all accounts of its platform get the same. */
  isForPlatform: boolean;
}

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
  /** What all have. */
  common: { titles: string; text: string; topics: readonly string[] };
  picture: CoverPicture | null;
  choosePicture(): Promise<CoverPicture | undefined>;
}

type CoverKind = 'same' | 'own' | 'picture';

/** Asks what posts on one account have of their own; what is left empty stays as all have it. */
export default function OwnDialog(properties: OwnDialogProps) {
  const { name, service, count, own, audiences, takes, common, choosePicture, close } = properties;
  const t = useText();
  const [titles, setTitles] = useState(own.titles?.join('\n') ?? '');
  const [text, setText] = useState(own.texts?.join('\n') ?? '');
  const [topics, setTopics] = useState(own.topics?.map((topic) => `#${topic}`).join(' ') ?? '');
  const [audience, setAudience] = useState(properties.audience);
  const [cover, setCover] = useState<CoverKind>(
    own.cover === undefined ? 'same' : own.cover === null ? 'own' : 'picture',
  );
  const [picture, setPicture] = useState(properties.picture);
  const [isForPlatform, setForPlatform] = useState(false);
  const choose = usePluginCallback(async () => {
    const chosen = await choosePicture();
    if (chosen !== undefined) setPicture(chosen);
  });
  function save(): void {
    const words = lines(titles);
    const marks = topicsIn(topics);
    close({
      own: {
        ...(words.length === 0 ? {} : { titles: words }),
        ...(text.trim() === '' ? {} : { texts: [text.trim()] }),
        ...(marks.length === 0 ? {} : { topics: marks }),
        ...(own.product === undefined ? {} : { product: own.product }),
        ...(cover === 'own' ? { cover: null } : {}),
        ...(cover === 'picture' && picture !== null ? { cover: { kind: 'picture', id: picture.id } } : {}),
      },
      ...{ audience, picture, isForPlatform },
    });
  }
  const title = t('publishing:own.title', { name });
  const kinds: CoverKind[] = ['same', 'own', ...(takes?.covers === 'pictures' ? (['picture'] as const) : [])];
  return (
    <>
      <DialogTitle>{title}</DialogTitle>
      <Form
        label={title}
        submit={t('publishing:own.save')}
        disabled={cover === 'picture' && picture === null}
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
        {cover === 'picture' && (
          <Button icon="image" onClick={choose}>
            {picture === null ? t('publishing:cover.choose') : picture.name}
          </Button>
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
