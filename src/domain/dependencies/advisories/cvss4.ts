// The score of CVSS 4.0: that of the vector's group, less how far the vector is from the worst one of the group.
import { groupScore } from './cvss4-groups.js'

const HIGH_TO_NONE = 'HLN'
const BASE: Readonly<Record<string, string>> = {
  AV: 'NALP',
  AC: 'LH',
  AT: 'NP',
  PR: 'NLH',
  UI: 'NPA',
  VC: HIGH_TO_NONE,
  VI: HIGH_TO_NONE,
  VA: HIGH_TO_NONE,
  SC: HIGH_TO_NONE,
  SI: HIGH_TO_NONE,
  SA: HIGH_TO_NONE
}
/** What may be said beside; the first of these values counts where nothing is said. */
const OPTIONAL: Readonly<Record<string, string>> = { E: 'APU', CR: 'HML', IR: 'HML', AR: 'HML' }
/** What a place changes may also be worse than anything: harm to people's safety. */
const SAFETY = new Set(['MSI', 'MSA'])
const SUPPLEMENTAL: Readonly<Record<string, readonly string[]>> = {
  S: ['X', 'N', 'P'],
  AU: ['X', 'N', 'Y'],
  R: ['X', 'A', 'U', 'I'],
  V: ['X', 'D', 'C'],
  RE: ['X', 'L', 'M', 'H'],
  U: ['X', 'Clear', 'Green', 'Amber', 'Red']
}

/** The values of each metric from worst to best; each step counts one. */
const LEVELS: Readonly<Record<string, string>> = {
  ...BASE,
  ...OPTIONAL,
  SC: 'SHLN',
  SI: 'SHLN',
  SA: 'SHLN'
}

type Values = ReadonlyMap<string, string>

export function scoreCvss4(metrics: Values): number | null {
  if ([...metrics].some(([name, value]) => !isKnown(name, value))) return null
  if (Object.keys(BASE).some((name) => !metrics.has(name))) return null
  const values = effective(metrics)
  if (['VC', 'VI', 'VA', 'SC', 'SI', 'SA'].every((name) => values.get(name) === 'N')) return 0
  return scoreOf(values)
}

function isKnown(name: string, value: string): boolean {
  if (Object.hasOwn(SUPPLEMENTAL, name)) return SUPPLEMENTAL[name]?.includes(value) === true
  if (value.length !== 1) return false
  if (Object.hasOwn(BASE, name)) return BASE[name]?.includes(value) === true
  if (value === 'X') return Object.hasOwn(OPTIONAL, name) || isChange(name)
  if (Object.hasOwn(OPTIONAL, name)) return OPTIONAL[name]?.includes(value) === true
  return (
    isChange(name) && (BASE[name.slice(1)]?.includes(value) === true || (value === 'S' && SAFETY.has(name)))
  )
}

const isChange = (name: string) => name.startsWith('M') && Object.hasOwn(BASE, name.slice(1))

function effective(metrics: Values): Values {
  const values = new Map<string, string>()
  for (const name of Object.keys(BASE)) values.set(name, said(metrics, `M${name}`) ?? metrics.get(name) ?? '')
  for (const [name, levels] of Object.entries(OPTIONAL))
    values.set(name, said(metrics, name) ?? levels.charAt(0))
  return values
}

function said(metrics: Values, name: string): string | undefined {
  const value = metrics.get(name)
  return value === 'X' ? undefined : value
}

/** The worst vectors of each digit: by the first, second, third with sixth, and fourth. */
const WORST: readonly Readonly<Record<string, readonly string[]>>[] = [
  {
    0: ['AV:N/PR:N/UI:N'],
    1: ['AV:A/PR:N/UI:N', 'AV:N/PR:L/UI:N', 'AV:N/PR:N/UI:P'],
    2: ['AV:P/PR:N/UI:N', 'AV:A/PR:L/UI:P']
  },
  { 0: ['AC:L/AT:N'], 1: ['AC:H/AT:N', 'AC:L/AT:P'] },
  {
    '00': ['VC:H/VI:H/VA:H/CR:H/IR:H/AR:H'],
    '01': ['VC:H/VI:H/VA:L/CR:M/IR:M/AR:H', 'VC:H/VI:H/VA:H/CR:M/IR:M/AR:M'],
    '10': ['VC:L/VI:H/VA:H/CR:H/IR:H/AR:H', 'VC:H/VI:L/VA:H/CR:H/IR:H/AR:H'],
    '11': [
      'VC:L/VI:H/VA:L/CR:H/IR:M/AR:H',
      'VC:L/VI:H/VA:H/CR:H/IR:M/AR:M',
      'VC:H/VI:L/VA:H/CR:M/IR:H/AR:M',
      'VC:H/VI:L/VA:L/CR:M/IR:H/AR:H',
      'VC:L/VI:L/VA:H/CR:H/IR:H/AR:M'
    ],
    '21': ['VC:L/VI:L/VA:L/CR:H/IR:H/AR:H']
  },
  { 0: ['SC:H/SI:S/SA:S'], 1: ['SC:H/SI:H/SA:H'], 2: ['SC:L/SI:L/SA:L'] }
]

/** How many steps lie between the worst and the best vector of a digit. */
const DEPTHS: readonly Readonly<Record<string, number>>[] = [
  { 0: 1, 1: 4, 2: 5 },
  { 0: 1, 1: 2 },
  { '00': 7, '01': 6, '10': 8, '11': 8, '21': 10 },
  { 0: 6, 1: 5, 2: 4 }
]

function scoreOf(values: Values): number | null {
  const digits = digitsOf(values)
  const score = groupScore(digits)
  if (score === undefined) return null
  const [first = 0, second = 0, third = 0, fourth = 0, fifth = 0, sixth = 0] = digits
  const next = [
    groupScore([first + 1, second, third, fourth, fifth, sixth]),
    groupScore([first, second + 1, third, fourth, fifth, sixth]),
    nextOfImpact(digits),
    groupScore([first, second, third, fourth + 1, fifth, sixth])
  ]
  const keys = [`${first}`, `${second}`, `${third}${sixth}`, `${fourth}`]
  // The fifth digit has but one vector, which is no way from the worst; it counts in the mean all the same.
  const hasFifth = groupScore([first, second, third, fourth, fifth + 1, sixth]) !== undefined
  const steps = next.flatMap((below, at) =>
    below === undefined ? [] : [(score - below) * distance(values, at, keys[at] ?? '')]
  )
  const count = steps.length + Number(hasFifth)
  const mean = count === 0 ? 0 : steps.reduce((sum, step) => sum + step, 0) / count
  return rounded(Math.min(10, Math.max(0, score - mean)))
}

/** A sum of tenths may miss a half by the last bit: it is lifted before it is rounded. */
const rounded = (score: number) => Math.round((score + 1e-6) * 10) / 10

/** The third and the sixth digit go down together: of two ways the one to the higher score. */
function nextOfImpact([
  first = 0,
  second = 0,
  third = 0,
  fourth = 0,
  fifth = 0,
  sixth = 0
]: readonly number[]) {
  const to = (a: number, b: number) => groupScore([first, second, a, fourth, fifth, b])
  if (third === 0 && sixth === 0) return Math.max(to(0, 1) ?? 0, to(1, 0) ?? 0)
  if (sixth === 1) return to(third + 1, 1)
  return to(third, 1)
}

/** How much of the way to the next group the vector is from the worst of its own, from 0 to 1. */
function distance(values: Values, at: number, key: string): number {
  for (const worst of WORST[at]?.[key] ?? []) {
    const steps = worst.split('/').map((part) => {
      const [name = '', value = ''] = part.split(':')
      const levels = LEVELS[name] ?? ''
      return levels.indexOf(values.get(name) ?? '') - levels.indexOf(value)
    })
    if (steps.every((step) => step >= 0))
      return steps.reduce((sum, step) => sum + step, 0) / (DEPTHS[at]?.[key] ?? 1)
  }
  return 0
}

/** For each digit but the fifth: what makes it 0, and what makes it 1; else it is 2. */
function digitsOf(values: Values): number[] {
  const has = (part: string) => values.get(part.split(':')[0] ?? '') === part.split(':')[1]
  const all = (text: string) => text.split('/').every(has)
  const any = (text: string) => text.split('/').some(has)
  const digit = (isWorst: boolean, isNext: boolean) => (isWorst ? 0 : isNext ? 1 : 2)
  const isWanted = all('CR:H/VC:H') || all('IR:H/VI:H') || all('AR:H/VA:H')
  return [
    digit(all('AV:N/PR:N/UI:N'), any('AV:N/PR:N/UI:N') && !all('AV:P')),
    digit(all('AC:L/AT:N'), true),
    digit(all('VC:H/VI:H'), any('VC:H/VI:H/VA:H')),
    digit(any('SI:S/SA:S'), any('SC:H/SI:H/SA:H')),
    'APU'.indexOf(values.get('E') ?? ''),
    digit(isWanted, true)
  ]
}
