import { Icon, type IconName } from '#core/web/components/Icon.tsx';
import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';

import { describeStatus, type ExtensionStatus } from './describe-extension.ts';
import './StatusLabel.css';

const LOOKS: Readonly<
  Record<ExtensionStatus['name'], { icon: IconName; tone: 'good' | 'quiet' | 'caution' | 'alarm' }>
> = {
  ready: { icon: 'success', tone: 'good' },
  limited: { icon: 'lock', tone: 'quiet' },
  hidden: { icon: 'eye-off', tone: 'quiet' },
  disabled: { icon: 'pause', tone: 'quiet' },
  blocked: { icon: 'warning', tone: 'alarm' },
  failed: { icon: 'error', tone: 'alarm' },
};

/** The state of a plugin and its reason, in words. */
export const StatusLabel = observer(function StatusLabel({ status }: { status: ExtensionStatus }) {
  const i18n = useService(I18N);
  const { icon, tone } = LOOKS[status.name];
  return (
    <span className="rp-ext-status" data-tone={tone} data-status={status.name}>
      <Icon name={icon} size={16} />
      <span>{describeStatus(status, i18n)}</span>
    </span>
  );
});
