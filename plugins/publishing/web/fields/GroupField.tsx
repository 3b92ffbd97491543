import { Chip } from '#core/web/components/Chip.tsx';
import { useText } from '#core/web/react/use-text.ts';
import { TextField } from '#core/web/ui/TextField.tsx';

interface GroupFieldProps {
  /** Those that there are. */
  groups: readonly string[];
  /** Empty for none. */
  value: string;
  opensFocused?: boolean;
  onChange(value: string): void;
}

/** The group of an account: one that there is, or a new one. */
export function GroupField({ groups, value, opensFocused, onChange }: GroupFieldProps) {
  const t = useText();
  return (
    <div className="rp-group-field">
      <TextField
        label={t('publishing:channels.group')}
        hint={t('publishing:channels.group-hint')}
        value={value}
        most={40}
        autoComplete="off"
        opensFocused={opensFocused}
        onChange={onChange}
      />
      {groups.length > 0 && (
        <div className="rp-group-field__known" role="group" aria-label={t('publishing:channels.groups')}>
          {groups.map((group) => (
            <Chip key={group} pressed={group === value} onPress={() => onChange(group === value ? '' : group)}>
              {group}
            </Chip>
          ))}
        </div>
      )}
    </div>
  );
}
