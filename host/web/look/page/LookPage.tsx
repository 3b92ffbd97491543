import { ICON_NAMES } from '#core/contract/icon-names.ts';
import { Icon } from '#core/web/components/Icon.tsx';

import base from '../base.css?raw';
import dark from '../tokens-dark.css?raw';
import { Actions } from './Actions.tsx';
import { Choices } from './Choices.tsx';
import { Fields } from './Fields.tsx';
import { ListPages } from './ListPages.tsx';
import { Lists } from './Lists.tsx';
import { Section } from './Section.tsx';
import { States } from './States.tsx';
import { Charts } from './Charts.tsx';
import { Players } from './Players.tsx';
import { Stages } from './Stages.tsx';
import { Batches } from './Batches.tsx';
import { Structure } from './Structure.tsx';
import { Timelines } from './Timelines.tsx';

/** The names of the custom properties defined in a style sheet. */
function tokensOf(sheet: string, pattern: RegExp): string[] {
  return [...sheet.matchAll(/^\s+(--rp-[\w-]+):/gm)].map(([, name = '']) => name).filter((name) => pattern.test(name));
}

const COLOURS = tokensOf(dark, /./).filter((name) => name !== '--rp-float');
const SPACES = tokensOf(base, /^--rp-space/);
const RADII = tokensOf(base, /^--rp-radius/);
const FONTS = tokensOf(base, /^--rp-font/);
const WORDS = '把一堆素材变成五十条不重样的短视频 Turn a pile of clips into fifty videos, no two alike 0123456789';

/** Every design token, icon and component on one page. */
export function LookPage() {
  return (
    <>
      <Actions />
      <Choices />
      <Fields />
      <Structure />
      <Lists />
      <ListPages />
      <States />
      <Charts />
      <Stages />
      <Players />
      <Timelines />
      <Batches />
      <Section title="Colours">
        {COLOURS.map((name) => (
          <figure key={name}>
            <i style={{ background: `var(${name})` }} />
            <figcaption>{name}</figcaption>
          </figure>
        ))}
      </Section>
      <Section title="Type" stacked>
        {FONTS.map((name) => (
          <p key={name}>
            <small>{name}</small>
            <br />
            <span style={{ font: `var(${name})` }}>{WORDS}</span>
          </p>
        ))}
      </Section>
      <Section title="Space">
        {SPACES.map((name) => (
          <figure key={name}>
            <b style={{ inlineSize: `var(${name})` }} />
            <figcaption>{name}</figcaption>
          </figure>
        ))}
      </Section>
      <Section title="Corners">
        {RADII.map((name) => (
          <figure key={name}>
            <i style={{ borderRadius: `var(${name})` }} />
            <figcaption>{name}</figcaption>
          </figure>
        ))}
      </Section>
      <Section title="Icons">
        {ICON_NAMES.map((name) => (
          <figure key={name}>
            <Icon name={name} />
            <figcaption>{name}</figcaption>
          </figure>
        ))}
      </Section>
    </>
  );
}
