import { SUBTITLE_FORMATS, type SubtitleFormat } from '#core/contract/timed-text/read-text.ts';
import { Button } from '#core/web/components/Button.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useText } from '#core/web/react/use-text.ts';
import { DropdownMenu, MenuItem } from '#core/web/ui/DropdownMenu.tsx';

interface ExportMenuProps {
  disabled?: boolean;
  onChoose(format: SubtitleFormat): void;
}

/** The formats that a text is exported in. */
export const ExportMenu = observer(function ExportMenu({ disabled = false, onChoose }: ExportMenuProps) {
  const t = useText();
  return (
    <DropdownMenu
      label={t('copywriting:export')}
      trigger={(menu) => (
        <Button {...menu} icon="download" disabled={disabled}>
          {t('copywriting:export')}
        </Button>
      )}
    >
      {SUBTITLE_FORMATS.map((format) => (
        <MenuItem key={format} onChoose={() => onChoose(format)}>
          {t(`copywriting:export.${format}`)}
        </MenuItem>
      ))}
    </DropdownMenu>
  );
});
