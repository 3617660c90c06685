import { html } from './html-document.ts';

/** Of every page: light and dark, one column on a telephone, close on paper. */
export const pageStyle = html`:root { color-scheme: light dark; --text: #1c2024; --soft: #5c6570; --line: #d9dde2; --paper: #fff; --accent: #2563a8; --good: #1a7f37; --warn: #8a5a00; --bad: #b42318 }
@media (prefers-color-scheme: dark) { :root { --text: #e6e8eb; --soft: #a0a8b2; --line: #3a4048; --paper: #16191d; --accent: #6ea8e8; --good: #57c27a; --warn: #e0b04a; --bad: #ff8a7d } }
body { margin: 0 auto; max-width: 60rem; padding: 1.5rem 1rem 2rem; font: 16px/1.5 system-ui, sans-serif; color: var(--text); background: var(--paper); overflow-wrap: anywhere }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .8rem }
h2 { font-size: 1.1rem; margin: 2rem 0 .6rem }
p { margin: .4rem 0 }
.lead { color: var(--soft); margin: -.5rem 0 1.2rem }
dl { margin: .8rem 0; display: grid; gap: .7rem 1.2rem }
dt { color: var(--soft); font-size: .875rem }
dd { margin: 0 }
.figures { grid-template-columns: repeat(auto-fit, minmax(8rem, 1fr)) }
.figures dd { font-size: 1.5rem; font-weight: 600; line-height: 1.3; font-variant-numeric: tabular-nums }
.facts div { display: grid; grid-template-columns: minmax(9rem, 25%) 1fr; gap: 1rem; align-items: baseline }
.wide { overflow-x: auto }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; width: 100% }
th, td { overflow-wrap: break-word; text-align: left; vertical-align: top; padding: .3rem .8rem .3rem 0; border-bottom: 1px solid var(--line); font-weight: 400 }
th:last-child, td:last-child { padding-right: 0 }
thead th, thead .text { overflow-wrap: break-word; min-width: 0 }
thead th { color: var(--soft); font-size: .875rem; vertical-align: bottom }
.number { text-align: right }
.text { overflow-wrap: anywhere; min-width: 8rem }
.day { white-space: nowrap }
.bars { margin-bottom: .8rem }
.bars th, .bars td { border: 0; vertical-align: middle; overflow-wrap: anywhere }
.bars th { min-width: 5rem }
.bars .number { white-space: nowrap }
.bars .bar { width: 50%; min-width: 5rem; line-height: 0 }
@media screen and (max-width: 40rem) { table { font-size: .875rem } .text { min-width: 0 } th, td { padding-right: .5rem } .bars .bar { width: 30% } .blocks { font-size: 1rem } .blocks thead { position: absolute; clip-path: inset(50%) } .blocks, .blocks tbody, .blocks tr { display: block } .blocks tr { padding: .5rem 0; border-bottom: 1px solid var(--line) } .blocks th, .blocks td { display: flex; justify-content: space-between; gap: 1rem; border: 0; padding: .1rem 0; text-align: right } .blocks [data-of]::before { flex: none; content: attr(data-of); color: var(--soft); text-align: left } }
.note { color: var(--soft); font-size: .875rem }
rect { fill: var(--accent) }
.whole { fill: var(--line) }
svg text { fill: var(--soft); font-size: 12px }
.axis { stroke: var(--soft) }
.grid { stroke: var(--line); stroke-dasharray: 3 3 }
summary { color: var(--soft); font-size: .875rem; cursor: pointer }
.good { color: var(--good) }
.warn { color: var(--warn) }
.bad { color: var(--bad) }
.idle, .unknown { color: var(--soft) }
footer { margin-top: 2rem; border-top: 1px solid var(--line); padding-top: .6rem; color: var(--soft); font-size: .875rem }
@media print { :root { --text: #000; --soft: #444; --line: #bbb; --paper: #fff; --accent: #2563a8; --good: #1a7f37; --warn: #8a5a00; --bad: #b42318 } details { display: none } svg, tr, dl div { break-inside: avoid } h2 { break-after: avoid } rect { print-color-adjust: exact } :root { font-size: 11px } body { font-size: 1rem; line-height: 1.35; max-width: none; padding: 0 } h1 { font-size: 1.5rem } h2 { margin: .9rem 0 .3rem } dl { gap: .25rem 1rem; margin: .4rem 0 } .figures dd { font-size: 1.2rem } th, td { padding-top: .12rem; padding-bottom: .12rem } footer { margin-top: .9rem } }
@page { margin: 12mm }`;
