import type { z } from 'zod';

import type { MessageParams } from '#core/contract/errors.ts';
import type { MessageKey } from '#core/contract/message-keys.ts';

import { isMessageKey, translate, type MessageLanguage } from './messages.ts';

/** The part of a request that a schema checks. */
export type RequestPart = 'params' | 'query' | 'body';

/** A field that failed validation, as sent in the response. */
export interface FieldFault {
  /** Where it is: `body.groups.0.name`. */
  field: string;
  error: MessageKey;
  message: string;
}

type Issue = z.core.$ZodIssue;

/** A request that failed validation. Thrown by the validator, answered with 422. */
export class InvalidRequest extends Error {
  readonly part: RequestPart;
  readonly issues: readonly Issue[];

  constructor(part: RequestPart, issues: readonly Issue[]) {
    super(issues.map((issue) => `${[part, ...issue.path].join('.')}: ${issue.code}`).join(', '));
    this.name = 'InvalidRequest';
    this.part = part;
    this.issues = issues;
  }

  /** The invalid fields, each with a sentence in the reader's language. */
  faults(language: MessageLanguage): FieldFault[] {
    return this.issues.flatMap((issue) => faultsOf(issue, [this.part, ...issue.path.map(String)], language));
  }
}

function faultsOf(issue: Issue, path: string[], language: MessageLanguage): FieldFault[] {
  // Of a union's alternatives, the one that matched furthest is the most helpful.
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    const [nearest] = [...issue.errors].sort((a, b) => depth(b) - depth(a));
    if (nearest !== undefined && depth(nearest) > 0) {
      return nearest.flatMap((inner) => faultsOf(inner, [...path, ...inner.path.map(String)], language));
    }
  }
  const field = path.join('.');
  const [error, params] = describe(issue, language);
  return [{ field, error, message: translate(language, error, { field, ...params }) }];
}

function depth(issues: readonly Issue[]): number {
  return Math.max(0, ...issues.map((issue) => issue.path.length));
}

const TYPE_NAMES = {
  string: 'core:type.string',
  number: 'core:type.number',
  int: 'core:type.int',
  boolean: 'core:type.boolean',
  array: 'core:type.array',
  object: 'core:type.object',
  record: 'core:type.object',
  date: 'core:type.date',
} as const satisfies Record<string, MessageKey>;

const FORMAT_NAMES = {
  uuid: 'core:format.uuid',
  guid: 'core:format.uuid',
  email: 'core:format.email',
  url: 'core:format.url',
  datetime: 'core:format.datetime',
  date: 'core:format.date',
  time: 'core:format.time',
} as const satisfies Record<string, MessageKey>;

/** The text of an issue. A schema's own message is used when it is one of our keys. */
function describe(issue: Issue, language: MessageLanguage): [MessageKey, MessageParams] {
  const own = issue.message;
  if (isMessageKey(own)) {
    return [own, issue.code === 'custom' ? ((issue.params ?? {}) as MessageParams) : {}];
  }
  switch (issue.code) {
    case 'invalid_type': {
      if (issue.input === undefined) return ['core:field.required', {}];
      const name = TYPE_NAMES[issue.expected as keyof typeof TYPE_NAMES];
      return name === undefined
        ? ['core:field.invalid', {}]
        : ['core:field.type', { expected: translate(language, name) }];
    }
    case 'too_small': {
      const min = Number(issue.minimum);
      if (issue.origin === 'string') return ['core:field.min-length', { min }];
      if (issue.origin === 'array' || issue.origin === 'set') return ['core:field.min-items', { min }];
      return issue.inclusive === false ? ['core:field.above', { min }] : ['core:field.min', { min }];
    }
    case 'too_big': {
      const max = Number(issue.maximum);
      if (issue.origin === 'string') return ['core:field.max-length', { max }];
      if (issue.origin === 'array' || issue.origin === 'set') return ['core:field.max-items', { max }];
      return issue.inclusive === false ? ['core:field.below', { max }] : ['core:field.max', { max }];
    }
    case 'invalid_format': {
      const name = FORMAT_NAMES[issue.format as keyof typeof FORMAT_NAMES];
      return name === undefined
        ? ['core:field.invalid', {}]
        : ['core:field.format', { format: translate(language, name) }];
    }
    case 'invalid_value':
      if (issue.input === undefined) return ['core:field.required', {}];
      return ['core:field.choice', { choices: issue.values.map(String).join(', ') }];
    case 'unrecognized_keys':
      return ['core:field.unknown', { keys: issue.keys.map((key) => key.slice(0, 40)).join(', ') }];
    default:
      return ['core:field.invalid', {}];
  }
}
