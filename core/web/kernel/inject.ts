import 'reflect-metadata/lite';
import { inject as injectByInversify } from 'inversify';

import type { Token } from '../token.ts';

/**
 * Marks a constructor parameter of a store: it gets the service that the token names.
 * @example constructor(@inject(HTTP) private readonly http: Http) {}
 */
export function inject<T>(token: Token<T>): ParameterDecorator {
  return injectByInversify(token) as ParameterDecorator;
}
