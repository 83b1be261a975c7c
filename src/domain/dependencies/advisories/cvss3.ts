// The base score of CVSS 3.0 and 3.1: what time or a place make of it is not said by whoever publishes an advisory.

type Weights = Readonly<Record<string, number>>

const IMPACT: Weights = { H: 0.56, L: 0.22, N: 0 }
const WEIGHTS: Readonly<Record<string, Weights>> = {
  AV: { N: 0.85, A: 0.62, L: 0.55, P: 0.2 },
  AC: { L: 0.77, H: 0.44 },
  PR: { N: 0.85, L: 0.62, H: 0.27 },
  UI: { N: 0.85, R: 0.62 },
  S: { U: 0, C: 1 },
  C: IMPACT,
  I: IMPACT,
  A: IMPACT
}
/** Privileges weigh less where what is attacked is not all that is harmed. */
const PRIVILEGES_WHEN_CHANGED: Weights = { N: 0.85, L: 0.68, H: 0.5 }

/** Of the metrics of time and place the values are checked alone. */
const OTHER: Readonly<Record<string, string>> = {
  E: 'XUPFH',
  RL: 'XOTWU',
  RC: 'XURC',
  CR: 'XLMH',
  IR: 'XLMH',
  AR: 'XLMH',
  MAV: 'XNALP',
  MAC: 'XLH',
  MPR: 'XNLH',
  MUI: 'XNR',
  MS: 'XUC',
  MC: 'XNLH',
  MI: 'XNLH',
  MA: 'XNLH'
}

export function scoreCvss3(metrics: ReadonlyMap<string, string>): number | null {
  const weights = new Map<string, number>()
  for (const [name, value] of metrics) {
    const weight = weightOf(name, value)
    if (weight === null) return null
    weights.set(name, weight)
  }
  if (Object.keys(WEIGHTS).some((name) => !metrics.has(name))) return null
  const of = (name: string) => weights.get(name) ?? 0
  const isChanged = metrics.get('S') === 'C'
  const impact = impactOf(1 - (1 - of('C')) * (1 - of('I')) * (1 - of('A')), isChanged)
  if (impact <= 0) return 0
  const privileges = isChanged ? (PRIVILEGES_WHEN_CHANGED[metrics.get('PR') ?? ''] ?? 0) : of('PR')
  const exploitability = 8.22 * of('AV') * of('AC') * privileges * of('UI')
  return roundUp(Math.min(10, (isChanged ? 1.08 : 1) * (impact + exploitability)))
}

function weightOf(name: string, value: string): number | null {
  const weights = Object.hasOwn(WEIGHTS, name) ? WEIGHTS[name] : undefined
  if (weights) return Object.hasOwn(weights, value) ? (weights[value] ?? null) : null
  const values = Object.hasOwn(OTHER, name) ? OTHER[name] : undefined
  return value.length === 1 && values?.includes(value) ? 0 : null
}

function impactOf(base: number, isChanged: boolean): number {
  return isChanged ? 7.52 * (base - 0.029) - 3.25 * (base - 0.02) ** 15 : 6.42 * base
}

/** To the next tenth, on whole numbers, so that no machine's arithmetic lifts a score by a tenth. */
function roundUp(score: number): number {
  const parts = Math.round(score * 100_000)
  return parts % 10_000 === 0 ? parts / 100_000 : (Math.floor(parts / 10_000) + 1) / 10
}
