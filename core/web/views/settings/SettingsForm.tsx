import { useMemo } from 'react';

import type { SettingsShape } from '#core/contract/plugin-settings.ts';
import { fieldsOf } from '#core/contract/settings-fields.ts';

import { PageSkeleton } from '#core/web/components/PageSkeleton.tsx';
import { LoadError } from '#core/web/components/LoadError.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useText } from '#core/web/react/use-text.ts';
import { FieldRow } from './FieldRow.tsx';
import type { SettingsFormStore } from './SettingsFormStore.ts';
import './SettingsForm.css';

export interface SettingsFormProps {
  store: SettingsFormStore;
  /** The plugin that the settings belong to. */
  plugin: string;
  shape: SettingsShape;
  /** Labels the form for screen readers. */
  label: string;
}

/** The form of a plugin's settings, generated from its JSON Schema; each field is saved when the user leaves it. */
export const SettingsForm = observer(function SettingsForm({ store, plugin, shape, label }: SettingsFormProps) {
  const t = useText();
  const fields = useMemo(() => fieldsOf(shape).filter(({ kind }) => kind !== 'unknown'), [shape]);
  const { value, failure } = store.values;
  if (value === null) {
    return failure === null ? (
      <PageSkeleton plugin={plugin} />
    ) : (
      <LoadError text={t('shell:settings.unread')} error={failure.error} onRetry={() => void store.values.load()} />
    );
  }
  return (
    <div className="rp-settings" role="group" aria-label={label}>
      {fields.map((field) => (
        <FieldRow key={field.key} store={store} field={field} />
      ))}
    </div>
  );
});
