/** A sheet of one small picture. */
export const SPRITE = { columns: 1, rows: 1, width: 160, height: 90, count: 1 };

/** The outline of a sound that swells and fades. */
export const PEAKS = btoa(
  String.fromCharCode(
    ...Array.from({ length: 240 }, (_, at) => Math.round(30 + 200 * Math.abs(Math.sin(at / 9) * Math.sin(at / 31)))),
  ),
);

/** A drawn picture instead of footage: a lighthouse at night, 16 by 9. */
export const FOOTAGE = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 90"><rect width="160" height="90" fill="#1d3146"/>
<circle cx="128" cy="18" r="8" fill="#e8d9a8"/><path d="M0 62h160v28H0z" fill="#0f1f2e"/>
<path d="M44 22l6-6 6 6v4H44zM45 26h10l4 40H41z" fill="#d8dee6"/><path d="M44 38h12l1 8H43z" fill="#b5443c"/>
<path d="M56 22l60-10v14z" fill="#ffdf9e" opacity=".35"/><path d="M96 66h30l-6 8h-18z" fill="#7c5a3a"/></svg>`,
)}`;
