import { observer } from '#core/web/react/observer.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { VideoTimeline, type OpenVideo } from '#core/web/tools/VideoEditor.tsx';

import { changeCue } from './cue-edits.ts';
import { VideoMoments } from './VideoMoments.ts';
import { TextEditor } from './TextEditor.ts';

/** Cues that are drawn on the timeline: of very many those around the player. */
const MOST_DRAWN = 120;
/** Milliseconds from which an edge is drawn to that of a neighbour, or to where the player is. */
const SNAP = 80;

/** The timeline with pictures, sound and cues: dragging an edge changes a time. */
export const CueTimeline = observer(function CueTimeline({ open }: { open: OpenVideo }) {
  const t = useText();
  const editor = useStore(TextEditor);
  const { cues } = editor;
  const { speech, shots } = useStore(VideoMoments).moments;
  const now = open.playback.time * 1000;
  const near = cues.length <= MOST_DRAWN ? 0 : Math.max(0, cues.findIndex(({ end }) => end >= now) - MOST_DRAWN / 2);
  const drawn = cues.slice(near, near + MOST_DRAWN);
  const edges = drawn.flatMap(({ id, start, end }) => [
    { id, at: start },
    { id, at: end },
  ]);
  const snap = (id: string, seconds: number): number => {
    const at = Math.round(seconds * 1000);
    const found = edges.find((edge) => edge.id !== id && Math.abs(edge.at - at) <= SNAP);
    return found?.at ?? at;
  };
  return (
    <VideoTimeline
      open={open}
      label={t('copywriting:editor.cues')}
      ranges={drawn.map(({ id, text, start, end }, at) => ({
        ...{ id, start: start / 1000, end: end / 1000 },
        name: text.replaceAll('\n', ' ') || t('copywriting:editor.cue', { number: near + at + 1 }),
      }))}
      chosen={editor.selected}
      onFocus={(id) => editor.select(id, { writes: false })}
      onRange={(id, range) => {
        const [start, end] = [snap(id, range.start), snap(id, range.end)];
        if (end > start) editor.change(changeCue(editor.cues, id, { start, end }), `drag ${id}`);
      }}
      onRelease={editor.endStroke}
      stretches={speech}
      lines={shots}
    />
  );
});
