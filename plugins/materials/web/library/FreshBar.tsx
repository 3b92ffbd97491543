import { IconButton } from '#core/web/components/IconButton.tsx';
import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';

import type { MaterialKind } from '#plugins/materials/calls.ts';
import { ActionButtons } from '../actions/ActionButtons.tsx';
import { FreshUploads } from '../upload/FreshUploads.ts';

/** What comes after an upload, with all that was uploaded. */
export const FreshBar = observer(function FreshBar({ kind }: { kind: MaterialKind }) {
  const t = useText();
  const i18n = useService(I18N);
  const fresh = useStore(FreshUploads);
  const materials = fresh.of(kind);
  return (
    <div className="rp-filters rp-fresh" role="group" aria-label={t('materials:fresh.label')}>
      <p className="rp-chosen__count" role="status">
        {t(`materials:fresh.${kind}`, { count: i18n.count(materials.length) })}
      </p>
      <ActionButtons kind={kind} materials={materials} isLit most={0} onDone={fresh.forget} />
      <IconButton icon="close" size="small" label={t('materials:fresh.dismiss')} onClick={fresh.forget} />
    </div>
  );
});
