import { LANGUAGES } from '#core/contract/languages.ts';
import { Button } from '#core/web/components/Button.tsx';
import { IconButton } from '#core/web/components/IconButton.tsx';
import { DIALOGS } from '#core/web/dialogs/dialogs.ts';
import { observer } from '#core/web/react/observer.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { TOASTS } from '#core/web/toasts/toasts.ts';
import { DropdownMenu, MenuItem } from '#core/web/ui/DropdownMenu.tsx';
import { Select } from '#core/web/ui/Select.tsx';

import { DubStore } from '../dubbing/DubStore.ts';
import { useLanguageName } from '../parts/use-language-name.ts';
import { ReviewStore } from './ReviewStore.ts';

/** Which language is reviewed, how far it is, and what is done with all of its lines. */
export const LanguageBar = observer(function LanguageBar() {
  const t = useText();
  const store = useStore(ReviewStore);
  const voices = useStore(DubStore);
  const [toasts, dialogs] = [useService(TOASTS), useService(DIALOGS)];
  const nameOf = useLanguageName();
  const { project, language, target, hasPair } = store;
  const acceptAll = usePluginCallback(async () => {
    const count = await store.acceptAll();
    toasts.show({ kind: 'success', text: () => t('translation:review.accepted', { count }) });
  });
  const translate = usePluginCallback(() => store.translate(language === null ? [] : [language]));
  const dub = usePluginCallback(() => dialogs.open('translation/dub', store.dubbed));
  const choose = usePluginCallback(async (tag: string) => {
    if (!(await store.choose(tag))) toasts.show({ kind: 'warning', text: () => t('translation:review.unkept') });
  });
  if (project === null) return null;
  const { lines, targets } = project;
  const waits = target === null ? 0 : lines - target.drafted + target.changed;
  return (
    <div className="rp-review-bar">
      <div className="rp-review-bar__language">
        <Select
          label={t('translation:language')}
          labelHidden
          value={language}
          options={targets.map((each) => ({
            value: each.language,
            text: `${nameOf(each.language)} · ${each.done}/${lines}`,
          }))}
          onChange={choose}
        />
        <AddLanguage />
      </div>
      {hasPair && (
        <Button
          variant="primary"
          icon="translate"
          busy={target?.state === 'working'}
          disabled={waits === 0}
          onClick={translate}
        >
          {t('translation:review.translate')}
        </Button>
      )}
      <Button icon="check" disabled={target === null || target.drafted === target.done} onClick={acceptAll}>
        {t('translation:review.accept-all')}
      </Button>
      {store.material !== null && (
        <Button icon="mic" busy={voices.isAtWork} disabled={voices.live.value === null} onClick={dub}>
          {t('translation:dub')}
        </Button>
      )}
    </div>
  );
});

const AddLanguage = observer(function AddLanguage() {
  const t = useText();
  const store = useStore(ReviewStore);
  const nameOf = useLanguageName();
  const { targets = [], from } = store.project ?? {};
  const others = LANGUAGES.filter(({ tag }) => tag !== from && !targets.some((each) => each.language === tag));
  if (others.length === 0) return null;
  return (
    <DropdownMenu
      label={t('translation:review.add')}
      trigger={(menu) => <IconButton {...menu} icon="plus" label={t('translation:review.add')} />}
    >
      {others.map(({ tag }) => (
        <MenuItem key={tag} onChoose={() => void store.add(tag)}>
          {nameOf(tag)}
        </MenuItem>
      ))}
    </DropdownMenu>
  );
});
