import type { ReactNode } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { LoadError } from '#core/web/components/LoadError.tsx';
import { COMMANDS, CONTACT_COMMAND } from '#core/web/commands/commands.ts';
import { observer } from '#core/web/react/observer.ts';
import { useFollowed } from '#core/web/react/use-live.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Link } from '#core/web/router/links.ts';
import { Notice } from '#core/web/ui/Notice.tsx';
import { PageFrame } from '#core/web/ui/PageFrame.tsx';
import { Skeleton } from '#core/web/ui/Skeleton.tsx';

import type { Shop } from '#plugins/membership/calls.ts';
import { ShopNav } from './ShopNav.tsx';
import { ShopStore } from './ShopStore.ts';
import './shop.css';

export interface ShopFrameProps {
  title: string;
  about: string;
  /** Shown before what is sold, and also where nothing is. */
  lead?: ReactNode;
  /** Draws what is sold, once it is known that the account can buy. */
  children(shop: Shop): ReactNode;
}

/** The frame of the pages that sell something: what else is sold, and why nothing can be bought where that is so. */
export const ShopFrame = observer(function ShopFrame({ title, about, lead, children }: ShopFrameProps) {
  const t = useText();
  const { shop } = useStore(ShopStore);
  useFollowed(shop);
  const { value, failure } = shop;
  return (
    <>
      <ShopNav />
      <PageFrame title={title} about={about}>
        {lead}
        {failure !== null && (
          <LoadError text={t('membership:shop.failed')} error={failure.error} onRetry={() => void shop.load()} />
        )}
        {value === null ? (
          failure === null && <Skeleton shape="rows" count={3} />
        ) : (
          <Sold shop={value}>{children}</Sold>
        )}
      </PageFrame>
    </>
  );
});

function Sold({ shop, children }: { shop: Shop; children(shop: Shop): ReactNode }) {
  const t = useText();
  const commands = useService(COMMANDS);
  const contact = usePluginCallback(() => commands.run(CONTACT_COMMAND));
  if (shop.ways.length === 0) {
    return (
      <Notice
        kind="info"
        actions={
          <Button variant="primary" icon="headset" onClick={contact}>
            {t('membership:ask')}
          </Button>
        }
      >
        {t('membership:how')}
      </Notice>
    );
  }
  if (!shop.isMain) return <Notice kind="info">{t('membership:order.main-only')}</Notice>;
  return (
    <>
      {!shop.hasMobile && (
        <Notice
          kind="warning"
          actions={
            <Link className="rp-shop-link" to="/safe">
              {t('membership:shop.bind')}
            </Link>
          }
        >
          {t('membership:shop.no-mobile')}
        </Notice>
      )}
      {children(shop)}
    </>
  );
}
