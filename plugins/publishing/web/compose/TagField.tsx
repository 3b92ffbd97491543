import { useState } from 'react';

import { Tag } from '#core/web/ui/Tag.tsx';
import { TextField } from '#core/web/ui/TextField.tsx';

interface TagFieldProps {
  label: string;
  hint: string;
  /** As they are shown. */
  tags: readonly string[];
  most: number;
  /** Why some of them do not do. */
  error?: string | null;
  onAdd(typed: string): void;
  onRemove(index: number): void;
}

/** A few words that are typed one after the other. */
export function TagField({ label, hint, tags, most, error = null, onAdd, onRemove }: TagFieldProps) {
  const [typed, type] = useState('');
  const add = (): void => {
    onAdd(typed);
    type('');
  };
  return (
    <div className="rp-compose__topics">
      <TextField
        label={label}
        hint={hint}
        value={typed}
        most={200}
        error={error}
        disabled={tags.length >= most}
        onChange={type}
        onBlur={add}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          event.preventDefault();
          add();
        }}
      />
      {tags.length > 0 && (
        <span className="rp-compose__tags">
          {tags.map((tag, index) => (
            <Tag key={tag} onRemove={() => onRemove(index)}>
              {tag}
            </Tag>
          ))}
        </span>
      )}
    </div>
  );
}
