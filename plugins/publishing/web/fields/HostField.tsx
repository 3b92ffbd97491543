import { HTTP } from '#core/web/http/http.ts';
import { LiveValue } from '#core/web/live/LiveValue.ts';
import { observer } from '#core/web/react/observer.ts';
import { useLive } from '#core/web/react/use-live.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Select } from '#core/web/ui/Select.tsx';

import { listChannelHosts } from '#plugins/publishing/channel-calls.ts';

interface HostFieldProps {
  /** Of a host; null for none. */
  value: string | null;
  /** Whether that one was deleted. */
  isGone: boolean;
  onChange(id: string | null): void;
}

/** Which host the traffic of an account goes out through. Not shown to those who have no hosts. */
export const HostField = observer(function HostField({ value, isGone, onChange }: HostFieldProps) {
  const t = useText();
  const http = useService(HTTP);
  const { value: hosts, failure } = useLive(
    (scope) =>
      new LiveValue(scope, async (signal) => {
        return (await http.call(listChannelHosts, {}, { signal, handlesErrors: true })).hosts;
      }),
  );
  if (value === null && (hosts === null || hosts.length === 0)) return null;
  const known = hosts ?? [];
  const isUnknown = hosts !== null && value !== null && known.every(({ id }) => id !== value);
  const options = [
    { value: '', text: t('publishing:host-none') },
    ...known.map(({ id, name, isUp }) => ({ value: id, text: isUp ? name : t('publishing:host-down', { name }) })),
    // What is chosen is shown, even before its name is known.
    ...(value !== null && known.every(({ id }) => id !== value) ? [{ value, text: '…' }] : []),
  ];
  const unknown = isUnknown ? t(isGone ? 'publishing:host-gone' : 'publishing:host-untrusted') : null;
  return (
    <Select
      label={t('publishing:host')}
      hint={t('publishing:host-hint')}
      value={value ?? ''}
      options={options}
      busy={hosts === null && failure === null}
      error={failure === null ? unknown : t('publishing:hosts-unread')}
      onChange={(id) => onChange(id === '' ? null : id)}
    />
  );
});
