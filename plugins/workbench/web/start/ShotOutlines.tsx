/** Drawn outlines of what will be here: clips stacked in groups, and the video that is put together from them. */
export function ShotOutlines() {
  return (
    <svg className="rp-start__drawing" width={232} height={96} viewBox="0 0 232 96" aria-hidden="true">
      {[0, 44, 88].map((x, group) => (
        <g key={x}>
          {[0, 32, 64].map((y, clip) => (
            <rect
              key={y}
              className={clip === PICKED[group] ? 'rp-start__clip rp-start__clip--picked' : 'rp-start__clip'}
              x={x + 1}
              y={y + 1}
              width={34}
              height={26}
              rx={4}
            />
          ))}
        </g>
      ))}
      <path className="rp-start__way" d="M134 46h28m-7-7 7 7-7 7" />
      <rect className="rp-start__clip rp-start__clip--video" x={178} y={1} width={50} height={90} rx={6} />
      <path className="rp-start__play" d="M197 36v20l16-10z" />
    </svg>
  );
}

/** The clip of each group that goes into the drawn video. */
const PICKED = [1, 0, 2];
