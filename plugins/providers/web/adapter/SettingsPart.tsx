import { useEffect, useState } from 'react';

import type { SettingsShape } from '#core/contract/plugin-settings.ts';
import { EVENTS } from '#core/web/events/events.ts';
import { HTTP } from '#core/web/http/http.ts';
import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { usePluginContext } from '#core/web/react/use-plugin-context.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { SettingsForm } from '#core/web/views/settings/SettingsForm.tsx';
import type { SettingsFormStore } from '#core/web/views/settings/SettingsFormStore.ts';

import type { Service } from '#plugins/providers/calls.ts';
import { ServicesStore } from '../store/ServicesStore.ts';
import { openSettings } from './open-settings.ts';

export interface SettingsPartProps {
  kind: Service['kind'];
  id: string;
  plugin: string;
  title: string;
  shape: SettingsShape;
}

/** What an adapter has to be told: each field is saved when it is left. */
export const SettingsPart = observer(function SettingsPart({ kind, id, plugin, title, shape }: SettingsPartProps) {
  const t = useText();
  const services = useStore(ServicesStore);
  const { scope } = usePluginContext();
  const [http, events, i18n] = [useService(HTTP), useService(EVENTS), useService(I18N)];
  const [form, setForm] = useState<SettingsFormStore | null>(null);
  useEffect(() => {
    const parts = { http, events, i18n, scope };
    const { form: opened, stop } = openSettings(parts, { kind, id, plugin }, () => services.forget(kind, id));
    setForm(opened);
    return () => void stop();
  }, [http, events, i18n, scope, services, kind, id, plugin]);
  if (form === null) return null;
  return <SettingsForm store={form} plugin="providers" shape={shape} label={`${title}: ${t('providers:settings')}`} />;
});
