import { Button } from '#core/web/components/Button.tsx';
import { useText } from '#core/web/react/use-text.ts';

import { CopyButton } from '../parts/CopyButton.tsx';

/** Makes the folder of a new plugin. */
const NEW_PLUGIN = 'npx reelport plugin new my-plugin';

/** The empty state of external plugins, and how to get one. */
export function NothingFromOutside({ install }: { install: () => void }) {
  const t = useText();
  return (
    <section className="rp-ext-empty">
      <svg className="rp-ext-empty__outline" viewBox="0 0 200 72" aria-hidden="true">
        <rect x="8" y="12" width="56" height="48" rx="6" />
        <rect x="72" y="12" width="56" height="48" rx="6" />
        <rect x="136" y="12" width="56" height="48" rx="6" data-lit="" />
        <path d="M158 28v6M170 28v6M154 34h20v4a10 10 0 0 1-20 0zM164 48v4" data-lit="" />
      </svg>
      <div className="rp-ext-empty__words">
        <h2>{t('extensions:empty.title')}</h2>
        <p>{t('extensions:empty.text')}</p>
        <p className="rp-ext-empty__make">
          {t('extensions:empty.make')}
          <span className="rp-ext-code">
            <code>{NEW_PLUGIN}</code>
            <CopyButton text={NEW_PLUGIN} label={t('extensions:empty.copy')} />
          </span>
          <a href="/docs/plugins/tutorial.md" target="_blank" rel="noreferrer">
            {t('extensions:empty.docs')}
          </a>
        </p>
      </div>
      <Button icon="upload" onClick={install}>
        {t('extensions:install.open')}
      </Button>
    </section>
  );
}
