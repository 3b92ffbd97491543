import { useEffect, useState } from 'react';

import { I18N } from '../i18n/i18n.ts';
import { pluginTitle } from '../kernel/plugin-title.ts';
import { useKernel } from '../react/use-kernel.ts';
import { useText } from '../react/use-text.ts';
import './PageSkeleton.css';

/** Content that arrives sooner needs no outline. */
const MILLISECONDS = 150;

/** The outline of a page, shown when loading takes noticeably long. */
export function PageSkeleton({ plugin }: { plugin: string }) {
  const t = useText();
  const { plugins, get } = useKernel();
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), MILLISECONDS);
    return () => clearTimeout(timer);
  }, []);
  if (!isLate) return <span hidden data-unread="" />;
  return (
    <div className="rp-outline" role="status" data-unread="">
      <span className="rp-visually-hidden">
        {t('shell:plugin-loading', { plugin: pluginTitle(plugins, get(I18N), plugin) })}
      </span>
      <span className="rp-outline__bar rp-outline__bar--title" />
      <span className="rp-outline__bar" />
      <span className="rp-outline__bar" />
      <span className="rp-outline__bar rp-outline__bar--short" />
      <span className="rp-outline__block" />
    </div>
  );
}
