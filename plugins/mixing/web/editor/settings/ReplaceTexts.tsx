import { useState } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { useText } from '#core/web/react/use-text.ts';
import { TextField } from '#core/web/ui/TextField.tsx';

import type { EditorPanelProps } from '#plugins/mixing/api.ts';
import { countWords, replaceWords } from './replace-texts.ts';

const LONGEST = 200;

/** Replaces words in all texts of a project: titles, texts of groups, subtitles, what is spoken. */
export default function ReplaceTexts({ project, change }: EditorPanelProps) {
  const t = useText();
  const [words, setWords] = useState('');
  const [by, setBy] = useState('');
  const [isTooLong, setTooLong] = useState(false);
  const count = countWords(project, words);
  return (
    <>
      <TextField label={t('mixing:replace.words')} value={words} most={LONGEST} onChange={setWords} />
      <TextField
        label={t('mixing:replace.by')}
        value={by}
        most={LONGEST}
        error={isTooLong ? t('mixing:replace.too-long') : null}
        onChange={setBy}
      />
      <Button disabled={count === 0 || words === by} onClick={() => setTooLong(!change(replaceWords(words, by)))}>
        {t('mixing:replace.do', { count })}
      </Button>
    </>
  );
}
