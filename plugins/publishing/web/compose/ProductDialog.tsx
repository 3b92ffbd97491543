import { useCallback, useEffect, useState } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { Chip } from '#core/web/components/Chip.tsx';
import { DialogActions } from '#core/web/components/DialogActions.tsx';
import { DialogTitle } from '#core/web/components/DialogTitle.tsx';
import { Icon } from '#core/web/components/Icon.tsx';
import { LazyImage } from '#core/web/components/LazyImage.tsx';
import type { DialogControl } from '#core/web/define-web.ts';
import { failureText } from '#core/web/http/failure-text.ts';
import { HTTP } from '#core/web/http/http.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Form } from '#core/web/ui/Form.tsx';
import { TextField } from '#core/web/ui/TextField.tsx';

import {
  MAX_ADDRESS,
  recordProductSearch,
  resolveProduct,
  searchProducts,
  type Product,
} from '#plugins/publishing/product-calls.ts';
import { ownPicture } from '../channels/own-picture.ts';

const isAddress = (typed: string): boolean => /https?:\/\/|^[\w-]+(?:\.[\w-]+)+\//.test(typed);

/** Asks for the product that posts link to, by words or by its address. */
export default function ProductDialog({ close }: DialogControl<Product>) {
  const t = useText();
  const http = useService(HTTP);
  const [typed, type] = useState('');
  const [found, setFound] = useState<{ list: Product[]; searches: string[]; keyword: string } | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const search = usePluginCallback(
    useCallback(
      async (keyword: string) => setFound({ ...(await http.call(searchProducts, { body: { keyword } })), keyword }),
      [http],
    ),
  );
  useEffect(() => search(''), [search]);
  async function read(url: string): Promise<void> {
    try {
      close(await http.call(resolveProduct, { body: { url } }, { handlesErrors: true }));
    } catch (error) {
      setRefusal(failureText(error, t));
    }
  }
  async function submit(): Promise<void> {
    const words = typed.trim();
    setRefusal(null);
    if (isAddress(words)) return await read(words);
    const keyword = words.slice(0, 100);
    if (keyword !== '') await http.call(recordProductSearch, { body: { keyword } });
    setFound({ ...(await http.call(searchProducts, { body: { keyword } })), keyword });
  }
  return (
    <>
      <DialogTitle>{t('publishing:products.title')}</DialogTitle>
      <Form
        label={t('publishing:products.title')}
        submit={t(isAddress(typed) ? 'publishing:products.read' : 'publishing:products.search')}
        error={refusal}
        onSubmit={submit}
      >
        <TextField
          label={t('publishing:products.typed')}
          hint={t('publishing:products.typed-hint')}
          value={typed}
          most={MAX_ADDRESS}
          opensFocused
          onChange={type}
        />
      </Form>
      {found !== null && found.searches.length > 0 && (
        <div className="rp-products__searches" role="group" aria-label={t('publishing:products.searches')}>
          {found.searches.map((words) => (
            <Chip
              key={words}
              pressed={words === typed}
              onPress={() => {
                type(words);
                search(words);
              }}
            >
              {words}
            </Chip>
          ))}
        </div>
      )}
      {found?.list.length === 0 && (
        <p className="rp-products__none">{t(`publishing:products.${found.keyword === '' ? 'unused' : 'none'}`)}</p>
      )}
      <ul className="rp-products">
        {found?.list.map((product) => (
          <li key={product.id}>
            <ProductPicture picture={ownPicture(product.picture)} />
            <span className="rp-plan__words">
              <span className="rp-plan__name">{product.name}</span>
              <span className="rp-plan__facts">
                {[product.price, URL.parse(product.url)?.host]
                  .filter((fact) => fact !== null && fact !== undefined)
                  .join(' · ')}
              </span>
            </span>
            <Button
              size="small"
              aria-label={t('publishing:products.choose-named', { name: product.name })}
              onClick={() => close(product)}
            >
              {t('publishing:products.choose')}
            </Button>
          </li>
        ))}
      </ul>
      <DialogActions>
        <Button onClick={() => close()}>{t('shell:dialog.cancel')}</Button>
      </DialogActions>
    </>
  );
}

function ProductPicture({ picture }: { picture: string | null }) {
  return (
    <span className="rp-plan__picture">
      {picture === null ? <Icon name="image" size={16} /> : <LazyImage src={picture} />}
    </span>
  );
}
