import { DEFAULT_CAPTION_STYLE, DEFAULT_TITLE_STYLE, type CaptionStyle } from '#plugins/mixing/captions.ts';
import type { MessageKey } from '#core/contract/message-keys.ts';
import type { Transition } from '#plugins/mixing/transitions.ts';
import type { I18n } from '#core/web/i18n/i18n.ts';

import type { MixProject } from '#plugins/mixing/project.ts';
import { newGroupId, newProject } from '../store/new-project.ts';

interface TemplateGroup {
  name: MessageKey;
  /** Shown on the picture while its shot plays. */
  text?: MessageKey;
  /** What leads into the next group; a hard cut when absent. */
  into?: { kind: Transition; seconds: number };
  speed?: number;
  /** False where what is heard would get in the way. */
  keepSound?: boolean;
}

/** A way to tell something in a short video, as data: its texts are keys. */
interface ProductTemplate {
  id: string;
  name: MessageKey;
  about: MessageKey;
  /** Seconds of each shot. */
  shotSeconds: number;
  order?: MixProject['order'];
  groups: readonly TemplateGroup[];
  titles: { texts: readonly MessageKey[]; seconds: number; style: Partial<CaptionStyle> } | null;
  subtitles: Partial<CaptionStyle>;
  groupTexts?: Partial<CaptionStyle>;
}

const YELLOW: Partial<CaptionStyle> = { color: '#ffe14d', outline: 6 };
const PLATE: Partial<CaptionStyle> = { outlineColor: '#111111', outline: 6, box: true };
const PAPER: Partial<CaptionStyle> = { color: '#111111', outlineColor: '#ffffff', outline: 6, box: true };
const CORAL: Partial<CaptionStyle> = { outlineColor: '#d8402b', outline: 6 };

/** What the product ships with, in the order in which it is offered. */
export const PRODUCT_TEMPLATES: readonly ProductTemplate[] = [
  {
    ...{ id: 'hook', name: 'mixing:template.hook', about: 'mixing:template.hook-about', shotSeconds: 2.5 },
    groups: [
      { name: 'mixing:template.hook-1', into: { kind: 'fadewhite', seconds: 0.2 } },
      { name: 'mixing:template.hook-2' },
      { name: 'mixing:template.hook-3', into: { kind: 'slideleft', seconds: 0.3 } },
      { name: 'mixing:template.hook-4', text: 'mixing:template.hook-4-text' },
    ],
    titles: {
      texts: ['mixing:template.hook-title-1', 'mixing:template.hook-title-2'],
      ...{ seconds: 2.5, style: { ...YELLOW, size: 92, position: 0.28 } },
    },
    ...{ subtitles: {}, groupTexts: { ...CORAL, size: 70 } },
  },
  {
    ...{ id: 'before', name: 'mixing:template.before', about: 'mixing:template.before-about', shotSeconds: 3 },
    groups: [
      { name: 'mixing:template.before-1', text: 'mixing:template.before-1-text' },
      { name: 'mixing:template.before-2', speed: 1.5, keepSound: false, into: { kind: 'wipeleft', seconds: 0.6 } },
      { name: 'mixing:template.before-3', text: 'mixing:template.before-3-text', into: { kind: 'fade', seconds: 0.3 } },
      { name: 'mixing:template.before-4' },
    ],
    titles: { texts: ['mixing:template.before-title'], seconds: 2.5, style: { size: 84, position: 0.2 } },
    ...{ subtitles: PLATE, groupTexts: { ...PAPER, position: 0.14 } },
  },
  {
    ...{ id: 'unboxing', name: 'mixing:template.unboxing', about: 'mixing:template.unboxing-about', shotSeconds: 3.5 },
    groups: [
      { name: 'mixing:template.unboxing-1', into: { kind: 'zoomin', seconds: 0.4 } },
      { name: 'mixing:template.unboxing-2' },
      { name: 'mixing:template.unboxing-3' },
      { name: 'mixing:template.unboxing-4', into: { kind: 'fade', seconds: 0.4 } },
      { name: 'mixing:template.unboxing-5', text: 'mixing:template.unboxing-5-text' },
    ],
    titles: { texts: ['mixing:template.unboxing-title'], seconds: 3, style: { ...PAPER, size: 72, position: 0.16 } },
    ...{ subtitles: {}, groupTexts: PLATE },
  },
  {
    ...{ id: 'talking', name: 'mixing:template.talking', about: 'mixing:template.talking-about', shotSeconds: 4 },
    groups: [
      { name: 'mixing:template.talking-1' },
      { name: 'mixing:template.talking-2', keepSound: false },
      { name: 'mixing:template.talking-3' },
      { name: 'mixing:template.talking-4', keepSound: false },
      { name: 'mixing:template.talking-5' },
    ],
    titles: { texts: ['mixing:template.talking-title'], seconds: 3, style: { ...PLATE, size: 64, position: 0.14 } },
    subtitles: { ...YELLOW, size: 60, position: 0.74 },
  },
  {
    ...{ id: 'reasons', name: 'mixing:template.reasons', about: 'mixing:template.reasons-about', shotSeconds: 3 },
    groups: [
      { name: 'mixing:template.reasons-1', into: { kind: 'slideup', seconds: 0.3 } },
      {
        name: 'mixing:template.reasons-2',
        text: 'mixing:template.reasons-2-text',
        into: { kind: 'slideup', seconds: 0.3 },
      },
      {
        name: 'mixing:template.reasons-3',
        text: 'mixing:template.reasons-3-text',
        into: { kind: 'slideup', seconds: 0.3 },
      },
      { name: 'mixing:template.reasons-4', text: 'mixing:template.reasons-4-text' },
      { name: 'mixing:template.reasons-5' },
    ],
    titles: {
      texts: ['mixing:template.reasons-title-1', 'mixing:template.reasons-title-2'],
      ...{ seconds: 2.5, style: { ...CORAL, size: 88 } },
    },
    ...{ subtitles: {}, groupTexts: { ...YELLOW, size: 76, position: 0.18 } },
  },
  {
    ...{ id: 'story', name: 'mixing:template.story', about: 'mixing:template.story-about', shotSeconds: 4 },
    groups: [
      { name: 'mixing:template.story-1', into: { kind: 'dissolve', seconds: 0.6 } },
      { name: 'mixing:template.story-2', into: { kind: 'dissolve', seconds: 0.6 } },
      { name: 'mixing:template.story-3', into: { kind: 'fadeblack', seconds: 0.5 } },
      { name: 'mixing:template.story-4', into: { kind: 'dissolve', seconds: 0.6 } },
      { name: 'mixing:template.story-5' },
    ],
    titles: { texts: ['mixing:template.story-title'], seconds: 3.5, style: { outline: 3, size: 68, position: 0.5 } },
    subtitles: { size: 50, outline: 2, bold: false, position: 0.84 },
  },
  {
    ...{ id: 'street', name: 'mixing:template.street', about: 'mixing:template.street-about', shotSeconds: 2 },
    order: 'shuffled',
    groups: [
      { name: 'mixing:template.street-1' },
      { name: 'mixing:template.street-2' },
      { name: 'mixing:template.street-3' },
      { name: 'mixing:template.street-4' },
    ],
    titles: { texts: ['mixing:template.street-title'], seconds: 2, style: { ...YELLOW, size: 100, position: 0.5 } },
    subtitles: PLATE,
  },
];

/** The project that a template of the product stands for, in the reader's language; it has no clips. */
export function projectOfTemplate(template: ProductTemplate, t: I18n['t']): MixProject {
  const { name, shotSeconds, order = 'fixed', groups, titles, subtitles, groupTexts } = template;
  const empty = newProject(t);
  return {
    ...empty,
    ...{ name: t(name), shotSeconds, order },
    groups: groups.map((group) => ({
      ...{ id: newGroupId(), name: t(group.name), materials: [], transition: group.into ?? null },
      ...{ speed: group.speed ?? 1, mirror: false, keepSound: group.keepSound ?? true },
      text: group.text === undefined ? '' : t(group.text),
    })),
    titles:
      titles === null
        ? null
        : {
            texts: titles.texts.map((text) => t(text)),
            seconds: titles.seconds,
            style: { ...DEFAULT_TITLE_STYLE, ...titles.style },
          },
    subtitles: { cues: [], style: { ...DEFAULT_CAPTION_STYLE, ...subtitles } },
    textStyle: { ...empty.textStyle, ...groupTexts },
  };
}
