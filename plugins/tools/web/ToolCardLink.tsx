import { Icon } from '#core/web/components/Icon.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useLocked } from '#core/web/react/use-locked.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useText } from '#core/web/react/use-text.ts';
import type { ToolCard } from '#core/web/tools/tool-cards.ts';
import { CardLink } from '#core/web/components/Card.tsx';

/** One tool, drawn in its plugin's scope: what somebody has, what becomes of it, and what the tool is called. */
export const ToolCardLink = observer(function ToolCardLink({
  card,
  chosen,
}: {
  card: ToolCard;
  /** Ids of the videos that it opens with. */
  chosen: readonly string[];
}) {
  const t = useText();
  const isLocked = useLocked() !== null;
  const open = usePluginCallback(() => card.open(chosen));
  return (
    <article className="rp-tools__card">
      <Icon name={card.icon} />
      <h3>
        <CardLink
          to={card.at.page}
          onClick={(event) => {
            // Without videos it is a link like any other, which opens in a new tab too.
            if (chosen.length === 0) return;
            event.preventDefault();
            open();
          }}
        >
          {t(card.have)}
        </CardLink>
      </h3>
      <p>{t(card.want)}</p>
      <p className="rp-tools__name">
        {isLocked && <Icon name="lock" label={t('tools:locked')} />}
        {t(card.title)}
      </p>
    </article>
  );
});
