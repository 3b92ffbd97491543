import 'reflect-metadata/lite';
import { inject as injectByInversify } from 'inversify';

import type { Token } from '../token.ts';

/**
 * Injects the service named by the token into a constructor parameter of a store.
 * @example constructor(@inject(HTTP) private readonly http: Http) {}
 */
export function inject<T>(token: Token<T>): ParameterDecorator {
  return injectByInversify(token) as ParameterDecorator;
}
