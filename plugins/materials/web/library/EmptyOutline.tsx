import type { MaterialKind } from '#plugins/materials/calls.ts';

/**
 * A drawing of what will be there: frames of clips, waves of sound, or pictures.
 * @param isLit something can be done about it
 */
export function EmptyOutline({ kind, isLit = false }: { kind: MaterialKind; isLit?: boolean }) {
  return (
    <svg className="rp-empty__outline" viewBox="0 0 240 112" aria-hidden="true" focusable="false">
      {kind === 'music'
        ? [0, 1].map((row) => (
            <g key={row} transform={`translate(8 ${row * 56 + 6})`}>
              <rect width="224" height="44" rx="6" />
              <path d="M16 16l12 6-12 6z" />
              <path className="rp-empty__wave" d={WAVES[row]} />
            </g>
          ))
        : [0, 1, 2, 3].map((column) => (
            <g key={column} transform={`translate(${column * 58 + 4} ${kind === 'video' ? 4 : 24})`}>
              <rect
                width="54"
                height={kind === 'video' ? 96 : 54}
                rx="4"
                data-lit={(isLit && column === 0) || undefined}
              />
              {kind === 'video' ? <path d="M22 41l12 7-12 7z" /> : <path d="M4 44l14-14 10 10 6-6 16 16M38 16h.1" />}
            </g>
          ))}
    </svg>
  );
}

const WAVES = [
  'M44 18v8M52 14v16M60 8v28M68 16v12M76 12v20M84 18v8M92 10v24M100 6v32M108 14v16M116 18v8M124 11v22M132 7v30M140 15v14M148 18v8M156 12v20M164 16v12M172 9v26M180 14v16M188 18v8M196 16v12M204 19v6',
  'M44 19v6M52 17v10M60 13v18M68 9v26M76 14v16M84 18v8M92 15v14M100 10v24M108 17v10M116 12v20M124 18v8M132 14v16M140 8v28M148 13v18M156 17v10M164 19v6M172 15v14M180 11v22M188 16v12M196 18v8M204 19v6',
];
