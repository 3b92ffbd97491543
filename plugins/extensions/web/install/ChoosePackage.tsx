import { useId, useRef, useState } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { Icon } from '#core/web/components/Icon.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';

import { InstallStore } from './InstallStore.ts';
import './ChoosePackage.css';

/** Takes a package as a file or by its address. */
export const ChoosePackage = observer(function ChoosePackage() {
  const t = useText();
  const store = useStore(InstallStore);
  const picker = useRef<HTMLInputElement>(null);
  const address = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const id = useId();
  return (
    <div className="rp-ext-choose">
      <button
        type="button"
        className="rp-ext-choose__drop"
        data-autofocus=""
        data-over={isOver || undefined}
        onClick={() => picker.current?.click()}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          const [file] = event.dataTransfer.files;
          if (file !== undefined) store.takeFile(file);
        }}
      >
        <Icon name="upload" />
        <strong>{t('extensions:install.drop')}</strong>
        <span>{t('extensions:install.drop-text')}</span>
      </button>
      <input
        ref={picker}
        type="file"
        hidden
        accept=".zip,application/zip"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          // The same file may be chosen again.
          currentTarget.value = '';
          if (file !== undefined) store.takeFile(file);
        }}
      />
      <form
        className="rp-ext-choose__address"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          store.takeAddress(address.current?.value ?? '');
        }}
      >
        <label htmlFor={id}>{t('extensions:install.address')}</label>
        <input
          ref={address}
          id={id}
          type="url"
          className="rp-ext-field"
          defaultValue={store.source?.kind === 'address' ? store.source.url : ''}
          placeholder="https://example.com/brand-kit-1.0.0.reelport.zip"
          autoComplete="off"
          spellCheck={false}
        />
        <Button type="submit">{t('extensions:install.look-at')}</Button>
      </form>
    </div>
  );
});
