import { Button } from '#core/web/components/Button.tsx';
import { observer } from '#core/web/react/observer.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useSlot } from '#core/web/react/use-slot.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Link } from '#core/web/router/links.ts';

import { MATERIAL_ACTIONS } from '#plugins/materials/api.ts';
import type { PlannedPost } from '#plugins/publishing/plan-calls.ts';
import { AT } from '../links/addresses.ts';
import { FitButton } from './FitParts.tsx';
import { useProductChoice } from './ProductField.tsx';
import { PublishDraft } from './PublishDraft.ts';
import { PublishPlan } from './PublishPlan.ts';

/** What makes another picture or another length of a video, by the id of its action. */
const CUTS = 'crop';

/** What can be done about a post that would not go out, beside taking its video off. */
export const FixButtons = observer(function FixButtons({ post }: { post: PlannedPost }) {
  const t = useText();
  const draft = useStore(PublishDraft);
  const plan = useStore(PublishPlan);
  const cut = useSlot(MATERIAL_ACTIONS).find(({ item }) => item.id === CUTS)?.item;
  const run = usePluginCallback(async () => {
    const [material] = await draft.taken.materialOf(post.fileId);
    if (material !== undefined) await cut?.run([material]);
  });
  const { fixes, name, channelId, elsewhere } = post;
  const wait = usePluginCallback(() => plan.waitForRoom(channelId));
  return (
    <>
      {fixes.includes('authorise') && (
        <Link to={`${AT.channels}?id=${channelId}`}>{t('publishing:channels.authorise')}</Link>
      )}
      {fixes.includes('words') && (
        <Button size="small" aria-label={t('publishing:fix.words-named', { name })} onClick={() => focusOn('words', t)}>
          {t('publishing:fix.words')}
        </Button>
      )}
      {fixes.includes('audience') && (
        <Button size="small" onClick={() => focusOn('places', t)}>
          {t('publishing:fix.audience')}
        </Button>
      )}
      {fixes.includes('product') && <ProductFixes post={post} />}
      {elsewhere !== null && (
        <Button
          size="small"
          aria-label={t('publishing:fix.account-named', { name, channel: elsewhere.channel })}
          onClick={() => draft.moveElsewhere([post])}
        >
          {t('publishing:fix.account', { channel: elsewhere.channel })}
        </Button>
      )}
      {fixes.includes('day') && (
        <Button size="small" aria-label={t('publishing:fix.day-named', { name })} onClick={wait}>
          {t('publishing:fix.day')}
        </Button>
      )}
      <FitButton post={post} />
      {fixes.includes('video') && cut !== undefined && draft.taken.run === null && (
        <Button size="small" icon="crop" aria-label={t('publishing:fix.video-named', { name })} onClick={run}>
          {t('publishing:fix.video')}
        </Button>
      )}
    </>
  );
});

/** What can be done about a product that the account does not take. */
const ProductFixes = observer(function ProductFixes({ post: { name, channelId } }: { post: PlannedPost }) {
  const t = useText();
  const draft = useStore(PublishDraft);
  const choose = useProductChoice();
  const { targets } = draft;
  const channel = draft.accounts.find(({ id }) => id === channelId)?.name ?? '';
  const isOneOfSeveral = targets.length > 1 && targets.some(({ id }) => id === channelId);
  return (
    <>
      <Button size="small" icon="link" aria-label={t('publishing:fix.product-named', { name })} onClick={choose}>
        {t('publishing:fix.product')}
      </Button>
      <Button
        size="small"
        aria-label={t('publishing:fix.no-product-named', { channel })}
        onClick={() => draft.leaveProductOut(channelId)}
      >
        {t('publishing:fix.no-product')}
      </Button>
      {isOneOfSeveral && (
        <Button
          size="small"
          aria-label={t('publishing:fix.not-here-named', { channel })}
          onClick={() => draft.choosePlaces([channelId], false)}
        >
          {t('publishing:fix.not-here')}
        </Button>
      )}
    </>
  );
});

/** Goes to the first field of a part of the page. */
function focusOn(part: 'words' | 'places', t: ReturnType<typeof useText>): void {
  const section = document.querySelector(`[aria-label="${CSS.escape(t(`publishing:compose.${part}`))}"]`);
  const field = section?.querySelector<HTMLElement>('input, textarea, [role="combobox"]');
  field?.scrollIntoView({ block: 'center' });
  field?.focus({ preventScroll: true });
}
