import type { ReactNode } from 'react';

import type { MessageKey } from '#core/contract/message-keys.ts';
import { useText } from '#core/web/react/use-text.ts';

export interface LinkedTextProps {
  text: MessageKey;
  /** The element for each parameter of the text. */
  links: Readonly<Record<string, ReactNode>>;
}

/** A sentence with elements in the places of its parameters, in the order of the reader's language. */
export function LinkedText({ text, links }: LinkedTextProps) {
  const t = useText();
  const names = Object.keys(links);
  const marked = t(text, Object.fromEntries(names.map((name) => [name, `\u0001${name}\u0001`])));
  return (
    <>
      {marked.split('\u0001').map((part, index) => (
        <span key={index}>{index % 2 === 1 ? links[part] : part}</span>
      ))}
    </>
  );
}
