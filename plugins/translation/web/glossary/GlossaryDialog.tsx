import { useCallback, useEffect, useState } from 'react';

import { LANGUAGES } from '#core/contract/languages.ts';
import { Button } from '#core/web/components/Button.tsx';
import { DialogActions } from '#core/web/components/DialogActions.tsx';
import { DialogTitle } from '#core/web/components/DialogTitle.tsx';
import { IconButton } from '#core/web/components/IconButton.tsx';
import type { DialogControl } from '#core/web/define-web.ts';
import { HTTP, HttpFailure } from '#core/web/http/http.ts';
import { observer } from '#core/web/react/observer.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Notice } from '#core/web/ui/Notice.tsx';
import { Select } from '#core/web/ui/Select.tsx';
import { Skeleton } from '#core/web/ui/Skeleton.tsx';
import { TextField } from '#core/web/ui/TextField.tsx';

import { readGlossary, saveGlossary, type Term } from '#plugins/translation/calls.ts';
import { TRANSLATION_LIMITS } from '#plugins/translation/limits.ts';
import { productOf, productsOf } from '#plugins/translation/terms.ts';
import { useLanguageName } from '../parts/use-language-name.ts';
import './glossary.css';

/** A term as it is edited: rows keep their places while their words change. */
interface Row extends Term {
  key: number;
}

let last = 0;
const rowOf = (term: Term): Row => ({ ...term, key: (last += 1) });

/** The terms of the account, in one language at a time. */
export default observer(function GlossaryDialog({
  close,
  language: first = null,
}: DialogControl & { language?: string | null }) {
  const t = useText();
  const http = useService(HTTP);
  const nameOf = useLanguageName();
  const [language, setLanguage] = useState(first ?? 'en-US');
  const [rows, setRows] = useState<readonly Row[] | null>(null);
  const [revision, setRevision] = useState(0);
  const [isStale, setStale] = useState(false);
  const [chosen, setProduct] = useState('');
  const products = productsOf(rows ?? []);
  // The one whose last term was removed cannot be chosen any more.
  const product = products.includes(chosen) ? chosen : '';
  const shown = rows?.filter((row) => productOf(row) === product);
  // The same at each drawing: it would be read anew each time, over what is being edited.
  const readRows = useCallback(async () => {
    const known = await http.call(readGlossary, {});
    setRows(known.terms.map(rowOf));
    setRevision(known.revision);
  }, [http]);
  const read = usePluginCallback(readRows);
  useEffect(() => read(), [read]);
  const save = usePluginCallback(async () => {
    const terms = (rows ?? []).flatMap((row) => {
      const { key: _, ...term } = row;
      return term.term.trim() === '' ? [] : [{ ...term, term: term.term.trim() }];
    });
    try {
      await http.call(saveGlossary, { body: { terms, revision } }, { handlesErrors: true });
      close(true);
    } catch (error) {
      if (!(error instanceof HttpFailure) || error.status !== 409) throw error;
      setStale(true);
      read();
    }
  });
  const change = (key: number, values: Partial<Term>): void =>
    setRows((known) => known?.map((row) => (row.key === key ? { ...row, ...values } : row)) ?? null);
  const translate = ({ key, to }: Row, text: string): void => {
    const { [language]: _old, ...others } = to;
    change(key, { to: text === '' ? others : { ...others, [language]: text } });
  };
  return (
    <>
      <DialogTitle>{t('translation:glossary.title')}</DialogTitle>
      <div className="rp-glossary">
        <p>{t('translation:glossary.about')}</p>
        {isStale && (
          <Notice kind="warning" announce>
            {t('translation:glossary.elsewhere')}
          </Notice>
        )}
        <Select
          label={t('translation:language')}
          searchable
          value={language}
          options={LANGUAGES.map(({ tag }) => ({ value: tag, text: nameOf(tag) }))}
          onChange={setLanguage}
        />
        {products.length > 0 && (
          <Select
            label={t('translation:terms.product')}
            value={product}
            options={[
              { value: '', text: t('translation:terms.for-all') },
              ...products.map((value) => ({ value, text: value })),
            ]}
            onChange={setProduct}
          />
        )}
        {rows === null && <Skeleton shape="rows" count={3} />}
        {shown?.length === 0 && <p>{t('translation:glossary.none')}</p>}
        <ul className="rp-glossary__rows">
          {shown?.map((row) => (
            <li key={row.key}>
              <TextField
                label={t('translation:glossary.term')}
                labelHidden
                placeholder={t('translation:glossary.term')}
                most={TRANSLATION_LIMITS.term}
                value={row.term}
                onChange={(term) => change(row.key, { term })}
              />
              <TextField
                label={t('translation:glossary.to', { language: nameOf(language) })}
                labelHidden
                placeholder={t('translation:glossary.to', { language: nameOf(language) })}
                most={TRANSLATION_LIMITS.term}
                value={row.to[language] ?? ''}
                onChange={(text) => translate(row, text)}
              />
              <IconButton
                icon="trash"
                label={t('translation:glossary.remove', { term: row.term })}
                onClick={() => setRows((known) => known?.filter(({ key }) => key !== row.key) ?? null)}
              />
            </li>
          ))}
        </ul>
        <Button
          icon="plus"
          disabled={rows === null || rows.length >= TRANSLATION_LIMITS.terms}
          onClick={() =>
            setRows([...(rows ?? []), rowOf({ term: '', to: {}, ...(product === '' ? {} : { product }) })])
          }
        >
          {t('translation:glossary.add')}
        </Button>
      </div>
      <DialogActions>
        <Button onClick={() => close()}>{t('shell:dialog.cancel')}</Button>
        <Button variant="primary" disabled={rows === null} onClick={save}>
          {t('translation:glossary.save')}
        </Button>
      </DialogActions>
    </>
  );
});
