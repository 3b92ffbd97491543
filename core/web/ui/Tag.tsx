import { Icon, type IconName } from '../components/Icon.tsx';
import { IconButton } from '../components/IconButton.tsx';
import { useText } from '../react/use-text.ts';
import './Tag.css';

export interface TagProps {
  children: string;
  /** `quiet` by default. */
  tone?: 'quiet' | 'good' | 'caution' | 'alarm' | 'info';
  icon?: IconName;
  /** Makes it removable. */
  onRemove?(): void;
}

/** A short label: a state, or a category. */
export function Tag({ children, tone = 'quiet', icon, onRemove }: TagProps) {
  const t = useText();
  return (
    <span className="rp-tag" data-tone={tone}>
      {icon !== undefined && <Icon name={icon} size={16} />}
      <span className="rp-tag__text">{children}</span>
      {onRemove !== undefined && (
        <IconButton icon="close" size="small" label={t('shell:ui.remove', { name: children })} onClick={onRemove} />
      )}
    </span>
  );
}
