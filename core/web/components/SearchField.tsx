import { useEffect, useRef } from 'react';

import { isTouch } from '../is-touch.ts';
import { useText } from '../react/use-text.ts';
import { Icon } from './Icon.tsx';
import { IconButton } from './IconButton.tsx';
import './SearchField.css';

export interface SearchFieldProps {
  value: string;
  /** Says what is searched. */
  label: string;
  /** Maximum length in characters; 100 by default. */
  most?: number;
  /** The dialog that it stands in opens with the focus here. */
  opensHere?: boolean;
  onType(text: string): void;
  /** Search for the current text now: Enter was pressed, or the field was cleared. */
  onSearch(): void;
}

/** A search field that searches while typing. */
export function SearchField({ value, label, most = 100, opensHere = false, onType, onSearch }: SearchFieldProps) {
  const t = useText();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // On a screen that is touched the keyboard would cover what is searched.
    if (!opensHere || isTouch()) return;
    if (document.activeElement?.matches('body, [role="dialog"]') !== false) field.current?.focus();
  }, [opensHere]);
  const empty = (): void => {
    onType('');
    onSearch();
  };
  return (
    <div className="rp-search" role="search">
      <Icon name="search" size={16} />
      <input
        type="search"
        ref={field}
        value={value}
        placeholder={label}
        aria-label={label}
        autoComplete="off"
        spellCheck={false}
        maxLength={most}
        onChange={({ currentTarget }) => onType(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Enter') onSearch();
          if (event.key === 'Escape' && value !== '') {
            // Inside a dialog, Esc only clears the field.
            event.preventDefault();
            empty();
          }
        }}
      />
      {value !== '' && <IconButton icon="close" size="small" label={t('shell:search-clear')} onClick={empty} />}
    </div>
  );
}
