import type { SlowStretch } from '#core/contract/slow-stretches.ts';
import { Button } from '#core/web/components/Button.tsx';
import { IconButton } from '#core/web/components/IconButton.tsx';
import { DIALOGS } from '#core/web/dialogs/dialogs.ts';
import { HTTP } from '#core/web/http/http.ts';
import { observer } from '#core/web/react/observer.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { ROUTER } from '#core/web/router/router.ts';
import { TOASTS } from '#core/web/toasts/toasts.ts';
import { DropdownMenu, MenuItem, MenuLink } from '#core/web/ui/DropdownMenu.tsx';

import { DubStore } from '../dubbing/DubStore.ts';
import { EXPORTS_AT } from '../export/addresses.ts';
import { exportLanguage, EXPORTS, importFile, SLOWED_EXPORTS, type ExportFormat } from './language-files.ts';
import { ReviewStore } from './ReviewStore.ts';

/** What becomes of the whole project, and in a menu what is rarely needed: on a phone lines come first. */
export const ReviewActions = observer(function ReviewActions() {
  const t = useText();
  const store = useStore(ReviewStore);
  const [http, toasts, dialogs, router] = [
    useService(HTTP),
    useService(TOASTS),
    useService(DIALOGS),
    useService(ROUTER),
  ];
  const { project, language, lines, waiting } = store;
  const take = usePluginCallback(async () => {
    if (project === null || language === null) return;
    const end = await importFile(http, { project, language });
    if (end === undefined) return;
    const text = (): string => {
      if (!('refusal' in end)) {
        return end.taken === 0 ? t('translation:review.import-nothing') : t('translation:review.imported', { ...end });
      }
      return end.refusal === 'duration' ? t('translation:duration') : t(`translation:import.${end.refusal}`);
    };
    toasts.show({ kind: 'refusal' in end || end.taken === 0 ? 'warning' : 'success', text });
    await store.load(project.id);
  });
  const { stretches } = useStore(DubStore);
  const save = usePluginCallback(async (format: ExportFormat, slower?: readonly SlowStretch[]) => {
    if (project === null || language === null) return;
    const left = await exportLanguage(http, { project, language, lines }, format, slower);
    if (left > 0) toasts.show({ kind: 'warning', text: () => t('translation:export.left', { count: left }) });
  });
  const glossary = usePluginCallback(async () => {
    await dialogs.open('translation/glossary', { language });
    await store.terms.read();
  });
  const translateAll = usePluginCallback(() => store.translate(waiting));
  if (project === null) return null;
  return (
    <>
      {project.materialId !== null && (
        <Button icon="film" onClick={() => void router.go(EXPORTS_AT.page(project.id))}>
          {t('translation:export.video')}
        </Button>
      )}
      <DropdownMenu
        label={t('translation:export')}
        trigger={(menu) => (
          <Button {...menu} icon="download">
            {t('translation:export')}
          </Button>
        )}
      >
        {EXPORTS.map((format) => (
          <MenuItem key={format} onChoose={() => save(format)}>
            {t(`translation:export.${format}`)}
          </MenuItem>
        ))}
        {stretches.length > 0 &&
          SLOWED_EXPORTS.map((format) => (
            <MenuItem key={`${format}-slow`} onChoose={() => save(format, stretches)}>
              {t(`translation:export.${format}-slow`)}
            </MenuItem>
          ))}
      </DropdownMenu>
      <DropdownMenu
        label={t('translation:review.more')}
        trigger={(menu) => <IconButton {...menu} icon="more" label={t('translation:review.more')} />}
      >
        <MenuItem icon="script" onChoose={glossary}>
          {t('translation:glossary')}
        </MenuItem>
        {project.textId !== null && (
          <MenuLink icon="edit" to={`/material/copywriting/${project.textId}`}>
            {t('translation:review.source')}
          </MenuLink>
        )}
        <MenuItem icon="upload" onChoose={take}>
          {t('translation:review.import')}
        </MenuItem>
        {project.targets.length > 1 && waiting.length > 0 && (
          <MenuItem icon="translate" onChoose={translateAll}>
            {t('translation:review.translate-all')}
          </MenuItem>
        )}
      </DropdownMenu>
    </>
  );
});
