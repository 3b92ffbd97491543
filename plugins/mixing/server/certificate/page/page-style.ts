/** The page's style sheet; colours are the product's tokens. */
export const PAGE_STYLE = String.raw`
:root {
  color-scheme: dark;
  --water: #0b0f14; --deck: #121922; --bay: #18212c; --line: #263241;
  --text: #e8eef5; --quiet: #a9b6c5; --faint: #7c8ca0;
  --lamp: #ff8a3d; --on-lamp: #1a0e05; --signal: #2bc4b4; --alarm: #ff6b6b; --alarm-ground: #2a1a20; --info: #6bb2ff;
}
:root[data-theme='light'] {
  color-scheme: light;
  --water: #f5f7f9; --deck: #ffffff; --bay: #edf1f5; --line: #dce3ea;
  --text: #10161d; --quiet: #44525f; --faint: #5a6877;
  --lamp: #b84507; --on-lamp: #ffffff; --signal: #09766b; --alarm: #c62f2f; --alarm-ground: #fbeaea; --info: #1b66c9;
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body {
  margin: 0; background: var(--water); color: var(--text);
  font: 400 14px/22px Inter, 'PingFang SC', 'HarmonyOS Sans', 'Microsoft YaHei', 'Noto Sans CJK SC', system-ui, sans-serif;
  font-variant-numeric: tabular-nums; overflow-wrap: anywhere;
}
.page { max-width: 1168px; margin: 0 auto; padding: 0 24px 64px; }
h1, h2, h3, p, figure, ul, ol, dl, dd { margin: 0; padding: 0; }
ul, ol { list-style: none; }
h2 { font-size: 20px; line-height: 28px; font-weight: 650; }
h3 { font-size: 14px; line-height: 22px; font-weight: 500; }
.lead { color: var(--quiet); max-width: 68ch; }
a { color: inherit; text-underline-offset: 3px; text-decoration-color: var(--faint); }
a:hover { text-decoration-color: currentColor; }
code { font: 400 13px/20px ui-monospace, 'SF Mono', Menlo, Consolas, 'Noto Sans Mono CJK SC', monospace; }
[hidden] { display: none !important; }
:focus-visible { outline: 2px solid var(--info); outline-offset: 2px; border-radius: 4px; }

.bar { display: flex; align-items: center; gap: 12px; min-height: 64px; }
.brand, .bar button { white-space: nowrap; }
.brand { display: flex; align-items: center; gap: 10px; font-weight: 650; margin-right: auto; }
.brand svg { display: block; width: 22px; height: 22px; fill: var(--lamp); }
.brand span + span { color: var(--faint); font-weight: 400; }
button {
  font: inherit; white-space: nowrap; color: var(--text); background: var(--deck); border: 1px solid var(--line); border-radius: 6px;
  padding: 4px 12px; min-height: 32px; cursor: pointer; transition: background 120ms, border-color 120ms;
}
button:hover { background: var(--bay); border-color: var(--faint); }
button.main { background: var(--lamp); border-color: var(--lamp); color: var(--on-lamp); font-weight: 500; }
button.main:hover { filter: brightness(1.06); }
button.plain { background: none; border-color: transparent; color: var(--quiet); padding: 4px 8px; }
button.plain:hover { background: var(--bay); color: var(--text); }

.head { padding: 32px 0 40px; }
.kicker { color: var(--faint); font-size: 13px; line-height: 20px; }
.head h1 { font-size: 28px; line-height: 36px; font-weight: 650; margin: 4px 0 24px; }
.figures { display: flex; flex-wrap: wrap; gap: 24px 56px; margin-bottom: 24px; }
.figures dt { color: var(--quiet); }
.figures dd { font-size: 44px; line-height: 52px; font-weight: 650; letter-spacing: -0.02em; white-space: nowrap; }
.figures dd small { font-size: 20px; line-height: 28px; font-weight: 400; color: var(--faint); letter-spacing: 0; }
.state { display: inline-flex; align-items: center; gap: 8px; font-weight: 500; color: var(--signal); margin-bottom: 8px; }
.state::before { content: ''; width: 8px; height: 8px; border-radius: 50%; background: currentColor; }
.state.bad { color: var(--alarm); }
.state.amber { color: var(--lamp); }
.verdict { font-size: 22px; line-height: 1.3; margin-bottom: 12px; }

section, .two > div { background: var(--deck); border: 1px solid var(--line); border-radius: 10px; padding: 24px; }
section { margin-top: 16px; }
.two { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 16px; margin-top: 16px; }
.two > div { min-width: 0; display: flex; flex-direction: column; }
.title { display: flex; flex-wrap: wrap; align-items: baseline; gap: 4px 16px; margin-bottom: 4px; }
.title button { margin-left: auto; }
.sub { color: var(--quiet); margin-bottom: 20px; max-width: 68ch; }

.histogram { display: grid; grid-template-columns: repeat(20, minmax(0, 1fr)); gap: 3px; flex: 1; min-height: 180px; border-bottom: 1px solid var(--line); }
.histogram li { height: 100%; display: flex; flex-direction: column; justify-content: flex-end; text-align: center; }
.histogram i { display: block; background: var(--signal); border-radius: 3px 3px 0 0; min-height: 0; }
.histogram .some i { min-height: 2px; }
.histogram b { align-self: center; font-weight: 400; font-size: 11px; line-height: 16px; color: var(--quiet); white-space: nowrap; }
.axis { display: flex; justify-content: space-between; color: var(--faint); font-size: 12px; line-height: 18px; padding-top: 6px; }
.facts { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 12px 24px; margin-top: 24px; }
.facts dt { color: var(--quiet); font-size: 13px; line-height: 20px; }
.facts dd { font-size: 16px; line-height: 24px; font-weight: 500; }

.map { position: relative; }
canvas { display: block; width: 100%; aspect-ratio: 1; border-radius: 4px; background: var(--bay); cursor: crosshair; touch-action: manipulation; }
.scale { display: flex; align-items: center; gap: 8px; margin-top: 12px; color: var(--faint); font-size: 12px; line-height: 18px; }
.scale i { flex: 0 0 120px; height: 8px; border-radius: 4px; }
.scale em { font-style: normal; display: inline-flex; align-items: center; gap: 6px; margin-left: auto; }
.scale em::before { content: ''; width: 8px; height: 8px; border-radius: 2px; background: var(--alarm); }
.about { min-height: 44px; margin: 8px 0 -8px; }

.players { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 24px; }
.players figure { display: flex; flex-wrap: wrap; gap: 12px 20px; align-items: flex-start; min-width: 0; }
.players video { display: block; max-width: 100%; max-height: 440px; aspect-ratio: auto 9 / 16; background: #05070a; border-radius: 4px; }
.players figcaption { flex: 1 1 160px; min-width: 0; }
.missing { color: var(--alarm); }
.controls { display: flex; align-items: center; gap: 16px; margin: 20px 0 0; }
.controls input { flex: 1; min-width: 0; accent-color: var(--lamp); }
.controls output { color: var(--quiet); min-width: 96px; text-align: right; }
.pair { grid-template-columns: repeat(4, minmax(0, 1fr)); }

.chips { display: flex; flex-wrap: wrap; gap: 4px; margin-top: 8px; }
.chips li { font-size: 12px; line-height: 18px; padding: 1px 8px; border-radius: 4px; background: var(--bay); color: var(--quiet); max-width: 176px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.chips li.same { box-shadow: inset 0 0 0 1px var(--lamp); color: var(--text); }

.list { list-style: disc; margin: 8px 0 0 18px; color: var(--quiet); }
#compared .two { margin-top: 0; }
#compared .two > div { border: 0; padding: 0; }
.use { columns: 2; column-gap: 40px; }
.use li { display: grid; grid-template-columns: minmax(0, 11em) minmax(0, 1fr) 3.5em; gap: 12px; align-items: center; break-inside: avoid; padding: 3px 0; }
.use span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.use div { height: 8px; border-radius: 4px; background: var(--bay); }
.use i { display: block; height: 100%; border-radius: 4px; background: var(--signal); }
.use b { font-weight: 500; text-align: right; }
.use .never { color: var(--faint); }

table { width: 100%; border-collapse: collapse; font-size: 13px; line-height: 20px; }
th { text-align: left; font-weight: 500; color: var(--faint); padding: 6px 12px 6px 0; border-bottom: 1px solid var(--line); white-space: nowrap; }
td { padding: 10px 12px 10px 0; border-bottom: 1px solid var(--line); vertical-align: top; }
td .chips { margin-top: 0; }
.players .chips { flex-direction: column; align-items: flex-start; }
.number { text-align: right; white-space: nowrap; }
tr:last-child td { border-bottom: 0; }
td code { color: var(--faint); white-space: nowrap; }
td:nth-child(2) { min-width: 96px; max-width: 240px; }
td:nth-child(4) { width: 100%; }
.more { margin-top: 16px; }

.command { display: flex; gap: 12px; align-items: flex-start; background: var(--bay); border-radius: 6px; padding: 8px 8px 8px 16px; margin-bottom: 24px; }
.command code { flex: 1; padding: 6px 0; white-space: pre-wrap; }
.command code span { display: inline-block; max-width: 100%; }
.small { grid-template-columns: repeat(4, minmax(0, 1fr)); margin-top: 0; }
.small code { font-size: 14px; line-height: 24px; }
.wide { grid-column: span 2; }
.note { color: var(--quiet); margin-top: 24px; max-width: 68ch; }

@media (max-width: 900px) {
  .two, .use { grid-template-columns: minmax(0, 1fr); columns: 1; }
  .pair, .small { grid-template-columns: repeat(2, minmax(0, 1fr)); }
}
@media (max-width: 560px) {
  .page { padding: 0 16px 48px; }
  .brand span + span { display: none; }
  .head { padding: 16px 0 24px; }
  section, .two > div { padding: 16px; }
  .figures { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 16px; }
  .figures dd { font-size: 28px; line-height: 36px; }
  .figures dd small { font-size: 16px; line-height: 24px; }
  .histogram { gap: 2px; }
  .histogram b { font-size: 9px; }
  .players { gap: 16px; }
  .players .chips { flex-flow: row wrap; }
  .use li { grid-template-columns: minmax(0, 8em) minmax(0, 1fr) 3em; }
  .command { flex-direction: column; }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  table, tbody, td { display: block; }
  tr { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 6px 16px; padding: 12px 0; border-bottom: 1px solid var(--line); }
  tr:last-child { border-bottom: 0; }
  td { border: 0; padding: 0; }
  td:first-child { display: none; }
  td:nth-child(2) { max-width: none; }
  td:nth-child(n + 4) { grid-column: span 2; width: auto; }
  td code::before { content: 'SHA-256 '; }
}
@media (prefers-reduced-motion: reduce) { * { transition: none !important; } }
@media print { .bar button, .controls, .command button { display: none; } section { break-inside: avoid; } }
`;
