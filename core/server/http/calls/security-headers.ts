import type { FastifyInstance } from 'fastify';

export interface SecurityHeaderOptions {
  /** Other origins that media come from, such as the bucket's public address. */
  mediaOrigins: readonly string[];
  /** Origins of partners that may embed pages of this server. */
  frameAncestors: readonly string[];
  /** Origins of the captcha service whose widget the login shows. */
  captchaOrigins?: readonly string[];
}

/** The inline styles and scripts that a page may have. */
export interface InlineParts {
  /** Hashes of styles, such as `sha256-…`; `any` for pages that are not ours. */
  styles?: 'any' | readonly string[];
  /** Hashes of scripts, such as `sha256-…`. */
  scripts?: readonly string[];
}

/** The content security policy of every page: no scripts or styles from elsewhere, and inline only those named. */
export function contentSecurityPolicy(
  { mediaOrigins, frameAncestors, captchaOrigins = [] }: SecurityHeaderOptions,
  inline: InlineParts = {},
): string {
  const media = mediaOrigins.map((origin) => ` ${origin}`).join('');
  const captcha = captchaOrigins.map((origin) => ` ${origin}`).join('');
  const { scripts = [], styles = [] } = inline;
  const named = (hashes: readonly string[]): string => hashes.map((hash) => ` '${hash}'`).join('');
  return [
    `default-src 'self'`,
    `script-src 'self'${captcha}${named(scripts)}`,
    styles === 'any' ? `style-src 'self' 'unsafe-inline'` : `style-src 'self'${captcha}${named(styles)}`,
    `img-src 'self' data: blob:${media}${captcha}`,
    `media-src 'self' blob:${media}`,
    `connect-src 'self'${media}${captcha}`,
    `worker-src 'self' blob:`,
    // Frames of untrusted plugins, which cannot navigate elsewhere either.
    `frame-src 'self'${captcha}`,
    `frame-ancestors 'self'${frameAncestors.map((origin) => ` ${origin}`).join('')}`,
    `object-src 'none'`,
    `base-uri 'self'`,
    `form-action 'self'`,
  ].join('; ');
}

/** Headers of every response of this server. */
export function securityHeaders(options: SecurityHeaderOptions): Record<string, string> {
  return {
    'content-security-policy': contentSecurityPolicy(options),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(self)',
  };
}

/** For the few pages with inline styles: third-party pages and standalone ones. */
export function inlineStyleHeaders(options: SecurityHeaderOptions): Record<string, string> {
  return { 'content-security-policy': contentSecurityPolicy(options, { styles: 'any' }) };
}

/** Adds the headers to every response, including errors; a route may override them. */
export function addSecurityHeaders(app: FastifyInstance, headers: Record<string, string>): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers);
  });
}
