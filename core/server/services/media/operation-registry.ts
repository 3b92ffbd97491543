import { z } from 'zod';

import type { NodeSource } from './node-source.ts';
import type { Operation } from './operation.ts';
import type { RenderNode } from './render-graph.ts';
import type { MediaRunner } from './runner.ts';

/** What a node reads besides its parameters. */
export interface NodeReads {
  /** Nodes whose output folders `build` is given, in this order. */
  inputs?: readonly RenderNode[];
  /** Outside files, in this order; their hashes are part of the node's key. */
  sources?: readonly NodeSource[];
}

/** Makes nodes of registered operations. */
export interface MakeNode {
  /**
   * A node of the render graph, for `media.graph.make`.
   * @param operation one of this plugin or of another one, by its declaration or its name
   * @throws TypeError when no running plugin has registered the operation, when the parameters do not fit its schema or
   *   are not plain JSON, and when its cost is not a number from 0
   */
  <Params extends z.ZodType>(operation: Operation<Params>, params: z.input<Params>, reads?: NodeReads): RenderNode;
  (operation: string, params: unknown, reads?: NodeReads): RenderNode;
}

/** The operations of all plugins of a process. */
export interface OperationRegistry {
  /** @throws TypeError when one of that name is there already */
  add(operations: readonly Operation[]): void;
  /** Forgets those of a plugin. */
  remove(plugin: string): void;
  readonly node: MakeNode;
}

/** Creates an {@link OperationRegistry} without operations. @param runner handed to every build */
export function createOperationRegistry(runner: MediaRunner): OperationRegistry {
  const known = new Map<string, Operation>();

  function find(name: string): Operation {
    const operation = known.get(name);
    if (operation !== undefined) return operation;
    const [plugin = ''] = name.split('.');
    throw new TypeError(
      `operation "${name}" is not registered: return it from "operations" in the server half of the plugin "${plugin}"; ` +
        'if it is there, that plugin is not installed here or has failed to start',
    );
  }

  return {
    add(operations) {
      for (const operation of operations) {
        if (known.has(operation.name)) {
          throw new TypeError(`operation "${operation.name}" is registered twice; rename one of them`);
        }
        known.set(operation.name, operation);
      }
    },
    remove(plugin) {
      for (const name of known.keys()) if (name.startsWith(`${plugin}.`)) known.delete(name);
    },
    node(wanted: Operation | string, given: unknown, { inputs = [], sources = [] }: NodeReads = {}): RenderNode {
      // By name, so that an operation from outside is the one whose faults are caught.
      const operation = find(typeof wanted === 'string' ? wanted : wanted.name);
      const { name, version, brief } = operation;
      const parsed = operation.params.safeParse(given);
      if (!parsed.success) {
        throw new TypeError(`operation "${name}": its parameters do not fit: ${z.prettifyError(parsed.error)}`);
      }
      const params = parsed.data;
      const weight = operation.cost(params);
      if (!Number.isFinite(weight) || weight < 0) {
        throw new TypeError(`operation "${name}": cost must be CPU seconds from 0, got ${String(weight)}`);
      }
      return {
        operation: `${name}@${version}`,
        params,
        inputs,
        sources: sources.map(({ hash }) => hash),
        weight,
        ...(brief === true ? { brief } : {}),
        build: (work) => operation.build({ ...work, runner, sources }, params),
      };
    },
  };
}
