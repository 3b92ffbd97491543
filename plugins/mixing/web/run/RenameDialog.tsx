import { useRef, useState } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { DialogActions } from '#core/web/components/DialogActions.tsx';
import { DialogTitle } from '#core/web/components/DialogTitle.tsx';
import type { DialogControl } from '#core/web/define-web.ts';
import { useText } from '#core/web/react/use-text.ts';
import { TextField } from '#core/web/ui/TextField.tsx';

import type { MixOutput } from '#plugins/mixing/calls.ts';
import { cleanName, DEFAULT_PATTERN, fillPattern, MAX_PATTERN, NAME_FIELDS } from '#plugins/mixing/name-pattern.ts';
import type { FollowedRun } from './FollowedRun.ts';
import './RenameDialog.css';

/** What is asked about. */
export interface RenameQuestion {
  run: FollowedRun;
  /** Whose name is shown as it would be. */
  example: MixOutput | null;
  /** How many are named; null for all. */
  count: number | null;
}

/** Asks for a name pattern and shows examples of the result. */
export default function RenameDialog({ run, example, count, close }: RenameQuestion & DialogControl<string>) {
  const t = useText();
  const [now] = useState(() => new Date());
  const [pattern, setPattern] = useState(DEFAULT_PATTERN);
  const field = useRef<HTMLInputElement>(null);
  const isFit = pattern.trim() !== '';
  const shown = cleanName(
    fillPattern(pattern, {
      ...{ project: run.run?.name ?? '', position: example?.position ?? 0, title: example?.title ?? null },
      createdAt: run.run === null ? now : new Date(run.run.createdAt),
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    }),
  );

  function insert(name: string): void {
    const input = field.current;
    const [start, end] = [input?.selectionStart ?? pattern.length, input?.selectionEnd ?? pattern.length];
    const next = `${pattern.slice(0, start)}{${name}}${pattern.slice(end)}`;
    if (next.length > MAX_PATTERN) return;
    setPattern(next);
    input?.focus();
    requestAnimationFrame(() => input?.setSelectionRange(start + name.length + 2, start + name.length + 2));
  }

  return (
    <form
      className="rp-rename"
      onSubmit={(event) => {
        event.preventDefault();
        if (isFit) close(pattern.trim());
      }}
    >
      <DialogTitle>{count === null ? t('mixing:rename.title-all') : t('mixing:rename.title', { count })}</DialogTitle>
      <TextField
        ref={field}
        label={t('mixing:rename.pattern')}
        value={pattern}
        most={MAX_PATTERN}
        opensFocused
        onChange={setPattern}
      />
      <div className="rp-rename__fields" role="group" aria-label={t('mixing:rename.fields')}>
        {NAME_FIELDS.map((name) => (
          <Button key={name} size="small" onClick={() => insert(name)}>
            {t(`mixing:rename.field-${name}`)} <code>{`{${name}}`}</code>
          </Button>
        ))}
      </div>
      <p className="rp-rename__example" role="status">
        {t('mixing:rename.example')} <strong>{`${shown === '' ? 'video' : shown}.mp4`}</strong>
      </p>
      <DialogActions>
        <Button onClick={() => close()}>{t('shell:dialog.cancel')}</Button>
        <Button type="submit" variant="primary" disabled={!isFit}>
          {t('mixing:rename.confirm')}
        </Button>
      </DialogActions>
    </form>
  );
}
