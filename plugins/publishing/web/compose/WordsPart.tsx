import { useRef, type FocusEvent } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { IconButton } from '#core/web/components/IconButton.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { TextField } from '#core/web/ui/TextField.tsx';

import { MAX_TOPICS } from '#plugins/publishing/plan-calls.ts';
import { MentionFields } from './MentionFields.tsx';
import { PlaceField } from './PlaceField.tsx';
import { ProductField } from './ProductField.tsx';
import { PublishDraft } from './PublishDraft.ts';
import { TagField } from './TagField.tsx';

/** What stands for something of each post. */
const VARIABLES = ['name', 'index', 'date', 'product'] as const;
const MOST_TEXTS = 20;

/** Titles, texts and topics, which are dealt out to the posts. */
export const WordsPart = observer(function WordsPart() {
  const t = useText();
  const draft = useStore(PublishDraft);
  const { words } = draft;
  const { titles, texts, topics } = words;
  const setText = (at: number, text: string): void =>
    words.set({ texts: texts.map((other, index) => (index === at ? text : other)) });
  return (
    <section className="rp-compose__part" aria-label={t('publishing:compose.words')}>
      <header>
        <h2>{t('publishing:compose.words')}</h2>
      </header>
      <Insertable label={t('publishing:compose.titles')} onInsert={(value) => words.set({ titles: value })}>
        <TextField
          label={t('publishing:compose.titles')}
          hint={t('publishing:compose.titles-hint')}
          lines={3}
          value={titles}
          onChange={(value) => words.set({ titles: value })}
        />
      </Insertable>
      {texts.map((text, at) => {
        const label =
          texts.length === 1 ? t('publishing:compose.text') : t('publishing:compose.text-of', { index: at + 1 });
        return (
          // Texts have no identity but their place.
          <Insertable key={at} label={label} onInsert={(value) => setText(at, value)}>
            <TextField
              label={label}
              hint={at === 0 ? t('publishing:compose.text-hint') : undefined}
              lines={4}
              most={5000}
              value={text}
              onChange={(value) => setText(at, value)}
            />
            {texts.length > 1 && (
              <IconButton
                icon="trash"
                size="small"
                label={t('publishing:compose.text-remove', { index: at + 1 })}
                onClick={() => words.set({ texts: texts.filter((_, index) => index !== at) })}
              />
            )}
          </Insertable>
        );
      })}
      {texts.length < MOST_TEXTS && (
        <div>
          <Button size="small" icon="plus" onClick={() => words.set({ texts: [...texts, ''] })}>
            {t('publishing:compose.text-add')}
          </Button>
        </div>
      )}
      <TagField
        label={t('publishing:compose.topics')}
        hint={t('publishing:compose.topics-hint', { most: MAX_TOPICS })}
        tags={topics.map((topic) => `#${topic}`)}
        most={MAX_TOPICS}
        onAdd={words.addTopics}
        onRemove={words.removeTopic}
      />
      <MentionFields />
      <ProductField />
      <PlaceField />
    </section>
  );
});

interface InsertableProps {
  label: string;
  onInsert(value: string): void;
  children: React.ReactNode;
}

/** A field that variables can be put into, at the caret. */
function Insertable({ label, onInsert, children }: InsertableProps) {
  const t = useText();
  const field = useRef<HTMLTextAreaElement | null>(null);
  const caret = useRef<number | null>(null);
  const whole = useRef<HTMLDivElement>(null);
  const note = ({ target }: FocusEvent): void => {
    if (target instanceof HTMLTextAreaElement) {
      field.current = target;
      caret.current = target.selectionStart;
    }
  };
  const insert = (variable: string): void => {
    const target = field.current ?? whole.current?.querySelector('textarea') ?? null;
    if (target === null) return;
    const at = caret.current ?? target.value.length;
    const words = `{${variable}}`;
    onInsert(target.value.slice(0, at) + words + target.value.slice(at));
    caret.current = at + words.length;
    target.focus();
    // The new text is there only after it was rendered.
    setTimeout(() => target.setSelectionRange(at + words.length, at + words.length));
  };
  return (
    <div ref={whole} className="rp-compose__insertable" onBlur={note}>
      {children}
      <span className="rp-compose__variables" role="group" aria-label={t('publishing:compose.insert', { label })}>
        {VARIABLES.map((variable) => (
          <Button key={variable} size="small" variant="quiet" icon="plus" onClick={() => insert(variable)}>
            {t(`publishing:compose.variable-${variable}`)}
          </Button>
        ))}
      </span>
    </div>
  );
}
