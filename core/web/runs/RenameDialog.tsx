import { useRef, useState } from 'react';

import { cleanName } from '#core/contract/clean-name.ts';
import { fillPattern, MAX_PATTERN } from '#core/contract/name-pattern.ts';
import type { ToolItem, ToolRun } from '#core/contract/tool-run-calls.ts';

import { Button } from '../components/Button.tsx';
import { DialogActions } from '../components/DialogActions.tsx';
import { DialogTitle } from '../components/DialogTitle.tsx';
import type { DialogControl } from '../define-web.ts';
import { useText } from '../react/use-text.ts';
import { TextField } from '../ui/TextField.tsx';
import { nameOf, type RunNaming } from './run-look.ts';
import { useRunWords, type RunWords } from './run-words.ts';
import './RenameDialog.css';

/** What is asked about. */
export interface RenameQuestion {
  run: ToolRun | null;
  words: RunWords | undefined;
  naming: RunNaming;
  /** Whose name is shown as it would be. */
  example: ToolItem | null;
  /** How many are named; null for all. */
  count: number | null;
}

/** Asks for a name pattern and shows an example of the result. */
export default function RenameDialog(properties: RenameQuestion & DialogControl<string>) {
  const { words, naming, count, close } = properties;
  const t = useText();
  const say = useRunWords(words);
  const [now] = useState(() => new Date());
  const [pattern, setPattern] = useState(naming.pattern);
  const field = useRef<HTMLInputElement>(null);
  const isFit = pattern.trim() !== '';

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
      <DialogTitle>{count === null ? say('rename-all') : say('rename-some', { count })}</DialogTitle>
      <TextField
        ref={field}
        label={t('shell:runs.rename-pattern')}
        value={pattern}
        most={MAX_PATTERN}
        opensFocused
        onChange={setPattern}
      />
      <div className="rp-rename__fields" role="group" aria-label={t('shell:runs.rename-insert')}>
        {naming.fields.map(({ name, label }) => (
          <Button key={name} size="small" onClick={() => insert(name)}>
            {t(label)} <code>{`{${name}}`}</code>
          </Button>
        ))}
      </div>
      <p className="rp-rename__example" role="status">
        {t('shell:runs.rename-example')} <strong>{exampleOf(properties, pattern, now)}</strong>
      </p>
      <DialogActions>
        <Button onClick={() => close()}>{t('shell:dialog.cancel')}</Button>
        <Button type="submit" variant="primary" disabled={!isFit}>
          {say('rename')}
        </Button>
      </DialogActions>
    </form>
  );
}

function exampleOf({ run, naming, example }: RenameQuestion, pattern: string, now: Date): string {
  const own = naming.fields.flatMap(({ name, example: valueOf }) =>
    run === null || valueOf === undefined ? [] : [[name, valueOf(run, example)] as const],
  );
  const facts = {
    ...{ run: run?.name ?? '', name: example?.name ?? '', position: example?.position ?? 0 },
    createdAt: run === null ? now : new Date(run.createdAt),
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
  const name = cleanName(fillPattern(pattern, facts, Object.fromEntries(own)));
  const ending = example === null ? '' : nameOf(example).slice(example.name.length);
  return `${name === '' ? 'output' : name}${ending}`;
}
