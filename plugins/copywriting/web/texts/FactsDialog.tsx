import { useState } from 'react';

import { LANGUAGES, languageName } from '#core/contract/languages.ts';
import { Button } from '#core/web/components/Button.tsx';
import { DialogActions } from '#core/web/components/DialogActions.tsx';
import { DialogTitle } from '#core/web/components/DialogTitle.tsx';
import type { DialogControl } from '#core/web/define-web.ts';
import { HTTP } from '#core/web/http/http.ts';
import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Select } from '#core/web/ui/Select.tsx';
import { TextField } from '#core/web/ui/TextField.tsx';

import { describeText, type ListedText } from '#plugins/copywriting/calls.ts';
import { TEXT_LIMITS } from '#plugins/copywriting/limits.ts';
import { tagsOf } from './tags-of.ts';
import './copywriting.css';

/** The name, the tags and the language of a text. */
export default observer(function FactsDialog({ close, text }: DialogControl<true> & { text: ListedText }) {
  const t = useText();
  const http = useService(HTTP);
  const { language: reader } = useService(I18N);
  const [name, setName] = useState(text.name);
  const [tags, setTags] = useState(text.tags.join(', '));
  const [language, setLanguage] = useState(text.language);
  const [isBusy, setBusy] = useState(false);
  const save = usePluginCallback(async () => {
    setBusy(true);
    try {
      const body = { name: name.trim(), tags: tagsOf(tags), language };
      await http.call(describeText, { params: { id: text.id }, body });
      close(true);
    } finally {
      setBusy(false);
    }
  });
  const known = LANGUAGES.some(({ tag }) => tag === language) ? [] : [language];
  const choices = [...known, ...LANGUAGES.map(({ tag }) => tag)];
  return (
    <>
      <DialogTitle>{t('copywriting:facts.title')}</DialogTitle>
      <div className="rp-copy-form">
        <TextField
          label={t('copywriting:facts.name')}
          value={name}
          most={TEXT_LIMITS.name}
          onChange={setName}
          required
        />
        <TextField
          label={t('copywriting:facts.tags')}
          hint={t('copywriting:facts.tags-about')}
          value={tags}
          onChange={setTags}
        />
        <Select
          label={t('copywriting:facts.language')}
          value={language}
          options={choices.map((value) => ({ value, text: languageName(value, reader) }))}
          onChange={setLanguage}
        />
      </div>
      <DialogActions>
        <Button onClick={() => close()}>{t('shell:dialog.cancel')}</Button>
        <Button variant="primary" busy={isBusy} disabled={name.trim() === ''} onClick={save}>
          {t('copywriting:facts.save')}
        </Button>
      </DialogActions>
    </>
  );
});
