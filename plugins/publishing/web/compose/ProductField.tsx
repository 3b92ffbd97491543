import { Button } from '#core/web/components/Button.tsx';
import { IconButton } from '#core/web/components/IconButton.tsx';
import { DIALOGS } from '#core/web/dialogs/dialogs.ts';
import { observer } from '#core/web/react/observer.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';

import type { Product } from '#plugins/publishing/product-calls.ts';
import ProductDialog from './ProductDialog.tsx';
import { PublishDraft } from './PublishDraft.ts';

/** Asks which product posts link to. */
export function useProductChoice(): () => void {
  const draft = useStore(PublishDraft);
  const dialogs = useService(DIALOGS);
  return usePluginCallback(async () => {
    const dialog = async () => ({ default: ProductDialog });
    const chosen = await dialogs.show<object, Product>(dialog, {}, { width: 560, height: 600 });
    if (chosen !== undefined) draft.set({ product: chosen });
  });
}

/** The product that posts link to. */
export const ProductField = observer(function ProductField() {
  const t = useText();
  const draft = useStore(PublishDraft);
  const { product } = draft;
  const choose = useProductChoice();
  return (
    <div className="rp-compose__product" role="group" aria-label={t('publishing:products.field')}>
      <span className="rp-field__label" aria-hidden="true">
        {t('publishing:products.field')}
      </span>
      {product !== null && <span>{product.name}</span>}
      {product !== null && (
        <IconButton
          icon="close"
          size="small"
          label={t('publishing:products.remove', { name: product.name })}
          onClick={() => draft.set({ product: null })}
        />
      )}
      <Button size="small" icon="link" onClick={choose}>
        {t(product === null ? 'publishing:products.title' : 'publishing:products.other')}
      </Button>
      {product !== null && (
        <span className="rp-compose__facts">
          {[product.price, product.url].filter((fact) => fact !== null).join(' · ')}
        </span>
      )}
    </div>
  );
});
