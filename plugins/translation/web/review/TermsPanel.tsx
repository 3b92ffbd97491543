import { useState } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { observer } from '#core/web/react/observer.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Notice } from '#core/web/ui/Notice.tsx';
import { Select } from '#core/web/ui/Select.tsx';
import { TextField } from '#core/web/ui/TextField.tsx';

import type { Term } from '#plugins/translation/calls.ts';
import { TRANSLATION_LIMITS } from '#plugins/translation/limits.ts';
import { productOf } from '#plugins/translation/terms.ts';
import { ReviewStore } from './ReviewStore.ts';
import { NewTerm, TermRow } from './TermRow.tsx';
import './terms.css';

/** What stands for none, and for one that is named now: a select knows no null. */
const [NONE, NEW] = ['', '\u0000'];

/** The terms that hold in a project, beside its lines: those of its product, and those of all. */
export const TermsPanel = observer(function TermsPanel({ language }: { language: string }) {
  const t = useText();
  const { project, terms } = useStore(ReviewStore);
  const [isOpen, setOpen] = useState(false);
  const [isWhole, setWhole] = useState(false);
  if (project === null || terms.glossary === null) return null;
  const { used, shared } = terms;
  const shown = isWhole ? shared : shared.filter((term) => used.has(term));
  return (
    <section className="rp-terms" data-open={isOpen || undefined} aria-label={t('translation:terms')}>
      <div className="rp-terms__head">
        <Button
          variant="quiet"
          icon={isOpen ? 'chevron-down' : 'chevron-right'}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {t('translation:terms.used', { count: used.size, all: shared.length })}
        </Button>
        <Product product={project.product} />
      </div>
      {isOpen && (
        <>
          {terms.isStale && (
            <Notice kind="warning" announce>
              {t('translation:glossary.elsewhere')}
            </Notice>
          )}
          {shared.length === 0 && <p className="rp-terms__none">{t('translation:glossary.none')}</p>}
          {shared.length > 0 && shown.length === 0 && (
            <p className="rp-terms__none">{t('translation:terms.none-used')}</p>
          )}
          <ul className="rp-terms__rows">
            {shown.map((term) => (
              <TermRow key={keyOf(term, language)} {...{ term, language }} isUsed={used.has(term)} />
            ))}
          </ul>
          {used.size < shared.length && (
            <div>
              <Button size="small" variant="quiet" onClick={() => setWhole(!isWhole)}>
                {t(isWhole ? 'translation:terms.only-used' : 'translation:terms.all', { count: shared.length })}
              </Button>
            </div>
          )}
          <NewTerm key={project.product} {...{ language, product: project.product }} />
        </>
      )}
    </section>
  );
});

const keyOf = (term: Term, language: string): string => JSON.stringify([productOf(term), term.term, language]);

/** Which product the project is about. */
const Product = observer(function Product({ product }: { product: string }) {
  const t = useText();
  const { terms } = useStore(ReviewStore);
  const [name, setName] = useState<string | null>(null);
  const choose = usePluginCallback(async (wanted: string) => {
    if (wanted !== product) await terms.choose(wanted);
    setName(null);
  });
  if (name !== null) {
    const typed = name.trim();
    return (
      <div className="rp-terms__product">
        <TextField
          label={t('translation:terms.product-name')}
          labelHidden
          placeholder={t('translation:terms.product-name')}
          autoFocus
          most={TRANSLATION_LIMITS.product}
          value={name}
          onChange={setName}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.nativeEvent.isComposing && typed !== '') choose(typed);
            if (event.key === 'Escape') setName(null);
          }}
        />
        <Button size="small" disabled={typed === ''} onClick={() => choose(typed)}>
          {t('translation:terms.product-use')}
        </Button>
        <Button size="small" variant="quiet" onClick={() => setName(null)}>
          {t('shell:dialog.cancel')}
        </Button>
      </div>
    );
  }
  return (
    <div className="rp-terms__product">
      <Select
        label={t('translation:terms.product')}
        value={product}
        options={[
          { value: NONE, text: t('translation:terms.product-none') },
          ...terms.products.map((value) => ({ value, text: value })),
          { value: NEW, text: t('translation:terms.product-new') },
        ]}
        onChange={(wanted) => (wanted === NEW ? setName('') : choose(wanted))}
      />
    </div>
  );
});
