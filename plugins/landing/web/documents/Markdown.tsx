import type { MarkedToken, Tokens } from 'marked';
import type { ReactNode } from 'react';

import { Link } from '#core/web/router/links.ts';

import { decoded, type Chapter } from './read-document.ts';

export interface MarkdownProps {
  tokens: readonly MarkedToken[];
  /** Ids for the headings of the second rank, in their order. */
  chapters: readonly Chapter[];
}

/**
 * Draws markdown as elements of our own choosing: what is not known here, HTML above all, is shown as the text
 * that it is, and a link leads to web, mail or telephone or not at all.
 */
export function Markdown({ tokens, chapters }: MarkdownProps) {
  let count = 0;
  return tokens.map((token, index) => {
    const chapter = token.type === 'heading' && token.depth === 2 ? chapters[count++] : undefined;
    // A document does not change while it is shown.
    return <Block key={index} token={token} id={chapter?.id} />;
  });
}

function Block({ token, id }: { token: MarkedToken; id?: string }): ReactNode {
  switch (token.type) {
    case 'heading':
      return <Heading depth={token.depth} id={id} content={inline(token)} />;
    case 'paragraph':
      return <p>{inline(token)}</p>;
    case 'list':
      return token.ordered ? <ol start={token.start || 1}>{items(token)}</ol> : <ul>{items(token)}</ul>;
    case 'blockquote':
      return <blockquote>{blocks(token)}</blockquote>;
    case 'table':
      return <Table table={token} />;
    case 'code':
      return (
        <pre>
          <code>{token.text}</code>
        </pre>
      );
    case 'hr':
      return <hr />;
    case 'space':
    case 'def':
      return null;
    case 'html':
      return <p>{token.text}</p>;
    default:
      return <Inline token={token} />;
  }
}

/** The title is the page's own; a further one ranks below it. */
function Heading({ depth, id, content }: { depth: number; id?: string; content: ReactNode }) {
  if (depth <= 2) return <h2 id={id}>{content}</h2>;
  if (depth === 3) return <h3>{content}</h3>;
  return <h4>{content}</h4>;
}

function Table({ table }: { table: Tokens.Table }) {
  return (
    <table>
      <thead>
        <tr>
          {table.header.map((cell) => (
            <th key={cell.text} scope="col">
              {inline(cell)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {table.rows.map((row, at) => (
          <tr key={at}>
            {row.map((cell, index) => (
              <td key={index}>{inline(cell)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Inline({ token }: { token: MarkedToken }): ReactNode {
  switch (token.type) {
    case 'strong':
      return <strong>{inline(token)}</strong>;
    case 'em':
      return <em>{inline(token)}</em>;
    case 'del':
      return <del>{inline(token)}</del>;
    case 'codespan':
      return <code>{token.text}</code>;
    case 'br':
      return <br />;
    case 'link':
      return <Reference href={token.href}>{inline(token)}</Reference>;
    case 'image':
      return decoded(token.text);
    case 'text':
      return token.tokens === undefined ? decoded(token.text) : inline(token);
    default:
      return 'text' in token ? token.text : token.raw;
  }
}

function Reference({ href, children }: { href: string; children: ReactNode }) {
  if (/^\/(?!\/)/.test(href)) return <Link to={href}>{children}</Link>;
  if (href.startsWith('#') || /^(mailto|tel):/i.test(href)) return <a href={href}>{children}</a>;
  if (!/^https?:\/\//i.test(href)) return children;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}

function inline({ tokens }: { tokens?: readonly unknown[] }): ReactNode {
  return (tokens as MarkedToken[] | undefined)?.map((token, index) => <Inline key={index} token={token} />);
}

function blocks({ tokens }: { tokens?: readonly unknown[] }): ReactNode {
  return (tokens as MarkedToken[] | undefined)?.map((token, index) => <Block key={index} token={token} />);
}

function items(list: Tokens.List): ReactNode {
  return list.items.map((item, index) => <li key={index}>{blocks(item)}</li>);
}
