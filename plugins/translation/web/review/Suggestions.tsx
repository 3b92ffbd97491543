import { Button } from '#core/web/components/Button.tsx';
import { observer } from '#core/web/react/observer.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';

import type { Line } from '#plugins/translation/calls.ts';
import type { Suggestion } from './LineOffers.ts';
import { ReviewStore } from './ReviewStore.ts';

/** Other translations of a line: what is remembered, with how alike it is, and what the service says. */
export const Suggestions = observer(function Suggestions({
  line,
  offered,
}: {
  line: Line;
  offered: readonly Suggestion[];
}) {
  const t = useText();
  if (offered.length === 0) return <p role="status">{t('translation:line.nothing')}</p>;
  return (
    <ul className="rp-review-offers" aria-label={t('translation:line.suggest')}>
      {offered.map((suggestion) => (
        <Offer key={`${suggestion.origin} ${suggestion.of} ${suggestion.text}`} line={line} suggestion={suggestion} />
      ))}
    </ul>
  );
});

const Offer = observer(function Offer({ line, suggestion }: { line: Line; suggestion: Suggestion }) {
  const t = useText();
  const store = useStore(ReviewStore);
  const use = usePluginCallback(() => store.use(line, suggestion));
  const { text, of, origin, score } = suggestion;
  return (
    <li>
      <div>
        <p dir="auto">{text}</p>
        <p className="rp-review-offers__of">
          {t(`translation:origin.${origin}`, { score: score ?? 0 })}
          {of !== '' && origin === 'near' && <bdi> · {of}</bdi>}
        </p>
      </div>
      <Button size="small" aria-label={`${t('translation:line.use')}: ${text}`} onClick={use}>
        {t('translation:line.use')}
      </Button>
    </li>
  );
});
