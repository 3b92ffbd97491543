import { useState } from 'react';

import { chooseFiles } from '#core/web/choose-files.ts';
import { Button } from '#core/web/components/Button.tsx';
import { observer } from '#core/web/react/observer.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Field } from '#core/web/ui/Field.tsx';

import { KEY_FILES, KEY_LETTERS } from '#plugins/hosts/calls.ts';

/** A chosen file. */
export interface KeyFile {
  name: string;
  text: string;
}

interface KeyFileFieldProps {
  file: KeyFile | null;
  hint: string;
  error: string | null;
  onChoose(file: KeyFile): void;
}

/** Has somebody choose the file of a private key. What is in it is judged by the server. */
export const KeyFileField = observer(function KeyFileField({ file, hint, error, onChoose }: KeyFileFieldProps) {
  const t = useText();
  const [isLarge, setLarge] = useState(false);
  const choose = usePluginCallback(async () => {
    const [chosen] = (await chooseFiles({ accept: KEY_FILES.join(',') })) ?? [];
    if (chosen === undefined) return;
    setLarge(chosen.size > KEY_LETTERS);
    if (chosen.size <= KEY_LETTERS) onChoose({ name: chosen.name, text: await chosen.text() });
  });
  return (
    <Field label={t('hosts:key-file')} kind="group" required hint={hint} error={isLarge ? t('hosts:key-large') : error}>
      {({ describedBy, isWrong }) => (
        <span className="rp-host-key">
          <Button icon="key" aria-describedby={describedBy} aria-invalid={isWrong || undefined} onClick={choose}>
            {t('hosts:key-choose')}
          </Button>
          {file !== null && <span className="rp-host-key__name">{file.name}</span>}
        </span>
      )}
    </Field>
  );
});
