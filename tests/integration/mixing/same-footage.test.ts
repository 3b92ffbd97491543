import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Fingerprint } from '#core/server/services/media/footage/fingerprint.ts';
import { inspectMaterial } from '#core/server/services/media/inspect-material.ts';
import { readMaterialFingerprint, watchedNode } from '#core/server/services/media/shots/watched-node.ts';
import { isSameFootage } from '#plugins/mixing/server/plan/shared-footage.ts';
import { VERSIONS } from '#tests/fixtures/footage/corpus.ts';
import type { Scene } from '#tests/fixtures/footage/drawn-scenes.ts';
import { makeFilm } from '#tests/fixtures/footage/films.ts';

import { realRunner, temporaryFolder } from '../media/media-kit.ts';
import { buildNode, sourceOf } from '../media/operations/operations-kit.ts';

// A small part of the corpus; `npm run bench -- sameness` goes through all of it.

const runner = await realRunner(await temporaryFolder());

let material: ReturnType<typeof inspectMaterial> | undefined;
const fingerprints = new Map<string, Promise<Fingerprint>>();

/** The fingerprint of a scene, or of a version of it; found once. */
function fingerprintOf(scene: Scene, version?: string): Promise<Fingerprint> {
  const key = JSON.stringify([scene, version]);
  const found = fingerprints.get(key) ?? findFingerprint(scene, version);
  fingerprints.set(key, found);
  return found;
}

async function findFingerprint(scene: Scene, version?: string): Promise<Fingerprint> {
  const { filter, encoder, later } = version === undefined ? {} : (VERSIONS[version] ?? assert.fail(version));
  const path = makeFilm(scene, filter, encoder, later);
  // All films are files of one kind: what is found of one holds for the others as far as a decoder needs it.
  material ??= inspectMaterial(runner, path);
  const node = watchedNode(runner, await sourceOf(path), await material);
  return readMaterialFingerprint(await buildNode(node));
}

const interview: Scene = { kind: 'interview', place: 1, take: 1 };
const street: Scene = { kind: 'street', place: 19, take: 1 };
const night: Scene = { kind: 'night', place: 4, take: 1 };

for (const [scene, versions] of [
  [interview, ['dark', 'white border', 'text box', 'half a second later']],
  [street, ['mirrored upside down', 'turned right', 'reversed', '1.25 times as fast']],
  [night, ['bars above and below', 'cropped 10 %', 'low rate', 'sticker']],
] as const) {
  test(`footage of ${scene.kind} is known again: ${versions.join(', ')}`, async () => {
    const original = await fingerprintOf(scene);
    for (const version of versions) {
      assert.ok(isSameFootage(original, await fingerprintOf(scene, version)), version);
    }
  });
}

test('two takes of one scene, and scenes that are alike, are other footage', async () => {
  for (const [first, second] of [
    [interview, { ...interview, take: 6 }],
    [street, { ...street, take: 5 }],
    [night, { ...night, place: 44, take: 3 }],
  ] as const) {
    assert.equal(isSameFootage(await fingerprintOf(first), await fingerprintOf(second)), false, first.kind);
  }
});

test('dark footage is told apart, and what is around it makes no footage the same', async () => {
  const other: Scene = { kind: 'interview', place: 52, take: 2 };
  for (const version of ['dark', 'border', 'text box']) {
    const [first, second] = [await fingerprintOf(interview, version), await fingerprintOf(other, version)];
    assert.equal(isSameFootage(first, second), false, version);
  }
});
