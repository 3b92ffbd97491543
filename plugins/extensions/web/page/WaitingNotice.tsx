import { observer } from '#core/web/react/observer.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Link } from '#core/web/router/links.ts';
import { Notice } from '#core/web/ui/Notice.tsx';

import type { Extension } from '#plugins/extensions/calls.ts';

/** What waits while the rest of the plugin works, and for whom. */
export const WaitingNotice = observer(function WaitingNotice({ extension }: { extension: Extension }) {
  const t = useText();
  const { manifest, waiting } = extension;
  return (
    <>
      {waiting.grants.length > 0 && (
        <Notice kind="warning">
          <p>{t('extensions:waiting.grants', { count: waiting.grants.length })}</p>
          <Keys keys={waiting.grants} />
          <p>
            <Link to={`/operator/plugins/${manifest.id}?tab=grants`}>{t('extensions:waiting.grants-look')}</Link>
          </p>
        </Notice>
      )}
      {waiting.calls.length > 0 && (
        <Notice kind="warning">
          <p>{t('extensions:waiting.calls')}</p>
          <Keys keys={waiting.calls} />
        </Notice>
      )}
    </>
  );
});

function Keys({ keys }: { keys: readonly string[] }) {
  return (
    <ul className="rp-ext-findings">
      {keys.map((key) => (
        <li key={key}>
          <code>{key}</code>
        </li>
      ))}
    </ul>
  );
}
