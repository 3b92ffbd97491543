import { Icon, type IconName } from '#core/web/components/Icon.tsx';
import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';

import { standingText, type Standing } from './extension-words.ts';
import './StandingNote.css';

const LOOKS: Readonly<Record<Standing['name'], { icon: IconName; tone: 'good' | 'quiet' | 'caution' | 'alarm' }>> = {
  ready: { icon: 'success', tone: 'good' },
  limited: { icon: 'lock', tone: 'quiet' },
  hidden: { icon: 'eye-off', tone: 'quiet' },
  disabled: { icon: 'pause', tone: 'quiet' },
  blocked: { icon: 'warning', tone: 'alarm' },
  failed: { icon: 'error', tone: 'alarm' },
};

/** Where a plugin stands, and why, in words. */
export const StandingNote = observer(function StandingNote({ standing }: { standing: Standing }) {
  const i18n = useService(I18N);
  const { icon, tone } = LOOKS[standing.name];
  return (
    <span className="rp-ext-standing" data-tone={tone} data-standing={standing.name}>
      <Icon name={icon} size={16} />
      <span>{standingText(standing, i18n)}</span>
    </span>
  );
});
