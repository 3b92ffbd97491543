import swagger, { type SwaggerTransform } from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { createJsonSchemaTransform } from 'fastify-type-provider-zod';

import { MARK } from './mark.ts';

const transformZod = createJsonSchemaTransform({});

/** JSON of any shape, for a schema that contains itself: fastify-type-provider-zod refers to it, but leaves it out. */
function withoutLostReferences(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutLostReferences);
  if (typeof schema !== 'object' || schema === null) return schema;
  if ('$ref' in schema && typeof schema.$ref === 'string') return {};
  return Object.fromEntries(Object.entries(schema).map(([name, part]) => [name, withoutLostReferences(part)]));
}

/** Documents an upload's form, which no schema of the call describes. */
const transform: SwaggerTransform = (document) => {
  const { schema, url } = transformZod(document as Parameters<typeof transformZod>[0]);
  const transformed = { schema: withoutLostReferences(schema) as typeof schema, url };
  if (document.route.config?.form === true) {
    const consumes = ['multipart/form-data', 'application/x-www-form-urlencoded'];
    return { ...transformed, schema: { ...transformed.schema, consumes } };
  }
  if (document.route.config?.upload !== true) return transformed;
  const body = {
    type: 'object',
    required: ['file'],
    properties: { file: { type: 'string', format: 'binary' } },
  };
  return { ...transformed, schema: { ...transformed.schema, consumes: ['multipart/form-data'], body } };
};

/** Collects the routes that are added after it, so it must be added first. */
export async function collectApi(app: FastifyInstance, version: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Reelport',
        version,
        description:
          'Every answer is an envelope `{ code, message, secCode, data }`: code 1 is success, 0 failure, 2 a conflict of ' +
          'two accounts. A failure’s `message` is in the language of `Accept-Language` and its `data.error` is for programs.',
        license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
      },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transform,
  });
}

/**
 * Serves the API documentation: OpenAPI 3.1 at `/api/openapi.json`, a page to read and try it at `/api/docs`.
 * @param headers of that page, which has styles of its own
 * @param others descriptions of calls that other apps of this node answer
 */
export async function serveApiDocs(
  app: FastifyInstance,
  headers: Record<string, string>,
  others: () => readonly { paths?: object }[],
): Promise<void> {
  const whole = <D extends { paths?: object }>(own: D): D => ({
    ...own,
    paths: Object.assign({}, own.paths, ...others().map(({ paths }) => paths)) as D['paths'],
  });
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => whole(app.swagger()));
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    uiHooks: {
      onRequest(_request, reply, next) {
        reply.headers(headers);
        next();
      },
    },
    transformSpecification: whole,
    uiConfig: { docExpansion: 'list', validatorUrl: null, persistAuthorization: false, layout: 'BaseLayout' },
    theme: {
      title: 'Reelport API',
      favicon: [
        { filename: 'favicon.svg', rel: 'icon', type: 'image/svg+xml', sizes: 'any', content: Buffer.from(MARK) },
      ],
    },
  });
}
