import { useState } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { DropZone } from '#core/web/ui/DropZone.tsx';
import { TextField } from '#core/web/ui/TextField.tsx';

import { InstallStore } from './InstallStore.ts';
import './ChoosePackage.css';

/** Takes a package as a file or by its address. */
export const ChoosePackage = observer(function ChoosePackage() {
  const t = useText();
  const store = useStore(InstallStore);
  const [address, setAddress] = useState(store.source?.kind === 'address' ? store.source.url : '');
  return (
    <div className="rp-ext-choose">
      <DropZone
        title={t('extensions:install.drop')}
        release={t('extensions:install.release')}
        text={t('extensions:install.drop-text')}
        choose={t('extensions:install.choose')}
        accept=".zip,application/zip"
        onFiles={([found]) => {
          if (found !== undefined) store.takeFile(found.file);
        }}
      />
      <form
        className="rp-ext-choose__address"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          store.takeAddress(address);
        }}
      >
        <TextField
          label={t('extensions:install.address')}
          type="url"
          value={address}
          placeholder="https://example.com/brand-kit-1.0.0.reelport.zip"
          onChange={setAddress}
        />
        <Button type="submit">{t('extensions:install.look-at')}</Button>
      </form>
    </div>
  );
});
