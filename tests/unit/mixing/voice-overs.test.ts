import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Media } from '#core/server/services/media/media.ts';
import { voiceOvers, type SpeakersOf } from '#plugins/mixing/server/render/voice-over.ts';

type Project = Parameters<typeof voiceOvers>[2];

const dubbing = { text: 'One.\n\nTwo.\n\nThree.', language: 'en-US', speed: 1, tone: 0, volume: 1, dealt: true };

test('a service is asked for what the videos at some places say, once each, and for nothing else', async () => {
  let asked = 0;
  const graph = { make: async () => ((asked += 1), 2), recall: async () => null };
  const media = { runner: {}, graph } as unknown as Media;
  const speaker = {
    speech: { id: 'test', provider: { version: '1' } },
    voice: null,
    isBound: true,
    worked: async () => undefined,
  };
  const speakersOf = (async () => [speaker]) as unknown as SpeakersOf;
  const spoken = async (project: object, positions: number[]) => {
    asked = 0;
    const nodes = await voiceOvers(media, speakersOf, project as Project, { positions, seconds: 3 });
    return { asked, places: [...nodes.keys()], sounds: new Set(nodes.values()).size };
  };
  assert.deepEqual(await spoken({ dubbing }, [1, 3, 4]), { asked: 2, places: [1, 3, 4], sounds: 2 });
  assert.deepEqual(await spoken({ dubbing: { ...dubbing, dealt: false } }, [0, 1]), {
    ...{ asked: 1, places: [0, 1], sounds: 1 },
  });
  assert.deepEqual(await spoken({ dubbing }, []), { asked: 0, places: [], sounds: 0 });
  assert.deepEqual(await spoken({ dubbing: null }, [0]), { asked: 0, places: [], sounds: 0 });
});

test('what a service has spoken before is taken as it is, and says nothing of how the service is now', async () => {
  const worked: string[] = [];
  const speaker = (id: string) => ({
    ...{ speech: { id, provider: { version: '1' } }, voice: null, isBound: false },
    worked: async () => void worked.push(id),
  });
  const speakersOf = (async () => [speaker('first'), speaker('resting')]) as unknown as SpeakersOf;
  const spokenBy = async (known: string | null) => {
    const asked: unknown[] = [];
    const of = ({ params }: { params: { provider?: string } }) => params.provider;
    const graph = {
      make: async ([node]: [Parameters<typeof of>[0]]) => (asked.push(of(node)), 2),
      recall: async (node: Parameters<typeof of>[0]) => (of(node) === known ? true : null),
    };
    const media = { runner: {}, graph } as unknown as Media;
    const project = { dubbing: { ...dubbing, dealt: false } } as Project;
    await voiceOvers(media, speakersOf, project, { positions: [0], seconds: 3 });
    return asked;
  };
  assert.deepEqual([await spokenBy('resting'), worked], [['resting'], []]);
  assert.deepEqual([await spokenBy(null), worked], [['first'], ['first']]);
});
