import { useRef, useState } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { IconButton } from '#core/web/components/IconButton.tsx';
import { observer } from '#core/web/react/observer.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Checkbox } from '#core/web/ui/Checkbox.tsx';
import { Tag } from '#core/web/ui/Tag.tsx';
import { TextField } from '#core/web/ui/TextField.tsx';

import type { Term } from '#plugins/translation/calls.ts';
import { TRANSLATION_LIMITS } from '#plugins/translation/limits.ts';
import { productOf, wordFor } from '#plugins/translation/terms.ts';
import { useLanguageName } from '../parts/use-language-name.ts';
import { ReviewStore } from './ReviewStore.ts';

/** A term with another word for one language. @param word empty to say nothing; the term itself to leave it as it is */
function withWord(term: Term, language: string, word: string): Term {
  const { [language]: _old, ...others } = term.to;
  const isAlone = Object.keys(others).length === 0;
  // Without a word for any language it stays as it is in all of them.
  if (word === '' || (word === term.term && isAlone)) return { ...term, to: others };
  return { ...term, to: { ...others, [language]: word } };
}

interface TermRowProps {
  term: Term;
  language: string;
  /** Whether the source has it. */
  isUsed: boolean;
}

/** A term of the account in one language; what is written is kept when the field is left. */
export const TermRow = observer(function TermRow({ term, language, isUsed }: TermRowProps) {
  const t = useText();
  const nameOf = useLanguageName();
  const { terms } = useStore(ReviewStore);
  const word = wordFor(term, language);
  const isKept = word === term.term;
  const [typed, setTyped] = useState<string | null>(null);
  // Enter keeps it, and so does leaving the field at once.
  const pending = useRef<string | null>(null);
  const keep = usePluginCallback(async (next: string) => {
    const wanted = next.trim();
    if (wanted === pending.current) return;
    if (wanted === '' || (pending.current === null && wanted === word)) return setTyped(null);
    pending.current = wanted;
    try {
      const isSaved = await terms.change(term, (now) => withWord(now, language, wanted));
      // What was not kept stays in the field, and so does what was typed meanwhile.
      if (isSaved) setTyped((now) => (now === typed ? null : now));
    } finally {
      if (pending.current === wanted) pending.current = null;
    }
  });
  const remove = usePluginCallback(async () => void (await terms.remove(term)));
  return (
    <li>
      <span className="rp-terms__term">
        <bdi>{term.term}</bdi>
        {productOf(term) !== '' && <Tag>{productOf(term)}</Tag>}
        {!isUsed && <small>{t('translation:terms.unused')}</small>}
      </span>
      {isKept && typed === null ? (
        <span className="rp-terms__kept">{t('translation:terms.kept')}</span>
      ) : (
        <TextField
          label={t('translation:terms.word', { term: term.term, language: nameOf(language) })}
          labelHidden
          placeholder={t('translation:glossary.to', { language: nameOf(language) })}
          most={TRANSLATION_LIMITS.term}
          autoFocus={isKept}
          value={typed ?? word ?? ''}
          onChange={setTyped}
          onBlur={() => keep(typed ?? '')}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.nativeEvent.isComposing) keep(typed ?? '');
          }}
        />
      )}
      <Checkbox
        label={t('translation:terms.keep')}
        checked={isKept && typed === null}
        onChange={(wanted) => (wanted ? keep(term.term) : setTyped(''))}
      />
      <IconButton
        icon="trash"
        size="small"
        label={t('translation:glossary.remove', { term: term.term })}
        onClick={remove}
      />
    </li>
  );
});

/** Where a term is added: for the product of the project, or for all. */
export const NewTerm = observer(function NewTerm({ language, product }: { language: string; product: string }) {
  const t = useText();
  const nameOf = useLanguageName();
  const { terms } = useStore(ReviewStore);
  const [term, setTerm] = useState('');
  const [word, setWord] = useState('');
  const [isKept, setKept] = useState(false);
  const [isForAll, setForAll] = useState(false);
  const isFull = (terms.glossary?.terms.length ?? 0) >= TRANSLATION_LIMITS.terms;
  const isComplete = term.trim() !== '' && (isKept || word.trim() !== '');
  const add = usePluginCallback(async () => {
    if (!isComplete || isFull) return;
    const to = isKept ? {} : { [language]: word.trim() };
    const own = product === '' || isForAll ? {} : { product };
    if (!(await terms.add({ term: term.trim(), to, ...own }))) return;
    setTerm('');
    setWord('');
  });
  return (
    <form
      className="rp-terms__new"
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <TextField
        label={t('translation:glossary.term')}
        labelHidden
        placeholder={t('translation:glossary.term')}
        most={TRANSLATION_LIMITS.term}
        value={term}
        onChange={setTerm}
      />
      <TextField
        label={t('translation:glossary.to', { language: nameOf(language) })}
        labelHidden
        placeholder={t(isKept ? 'translation:terms.kept' : 'translation:glossary.to', { language: nameOf(language) })}
        most={TRANSLATION_LIMITS.term}
        disabled={isKept}
        value={isKept ? '' : word}
        onChange={setWord}
      />
      <Checkbox label={t('translation:terms.keep')} checked={isKept} onChange={setKept} />
      {product !== '' && <Checkbox label={t('translation:terms.for-all')} checked={isForAll} onChange={setForAll} />}
      <Button type="submit" icon="plus" size="small" disabled={!isComplete || isFull}>
        {t('translation:glossary.add')}
      </Button>
    </form>
  );
});
