// Numbers that decide whether a check passes: timeouts and coverage thresholds.

export interface CheckFigure {
  key: string
  value: number
}

const TIMEOUTS =
  /((?:time_?-?out|deadline|wait_?for|max_?duration|slow)[\w-]{0,40})'?(?:[:=(]| |>)'?(?:\w+\.){0,3}(?:of)?\(?(\d[\d_]{0,15}(?:\.\d{1,6})?)((?:\*\d[\d_]{0,12}){0,4})(\w{0,12})/gi
const THRESHOLDS =
  /((?:cov)?-?fail[-_]under|branches|functions|lines|statements|perFile|threshold|minimum(?:_coverage(?:_by_file)?)?|min_?coverage|minimumCoverage|target|coverage_?threshold|MinimumCoverage|<minimum>|high|low|mutation\w*|break|refuse_coverage_drop|project|patch|minScore|min_?score|rating|fail_under|check-coverage)'?[:=( >]{1,3}'?(\d{1,3}(?:\.\d{1,6})?)/g

const UNITS: Record<string, number> = {
  ms: 0.001,
  m: 60,
  min: 60,
  minutes: 60,
  minute: 60,
  h: 3600,
  hours: 3600
}

export function timeoutsIn(text: string): CheckFigure[] {
  return [...text.matchAll(TIMEOUTS)].map(
    ({ index, 1: key = '', 2: number = '', 3: factors = '', 4: unit = '' }) => ({
      key: (nameBefore(text, index) + key).toLowerCase(),
      value: productOf(number, factors) * (UNITS[unit.toLowerCase()] ?? 1)
    })
  )
}

/** Extends a match to the left, because a pattern for whole names would scan from every character. */
const nameBefore = (text: string, end: number) =>
  /[\w.-]{0,60}$/.exec(text.slice(Math.max(0, end - 60), end))?.[0] ?? ''

export function thresholdsIn(text: string): CheckFigure[] {
  return [...text.matchAll(THRESHOLDS)].map(([, key = '', value = '']) => ({
    key: key.toLowerCase(),
    value: Number(value)
  }))
}

const productOf = (number: string, factors: string) =>
  [number, ...factors.split('*').slice(1)].reduce(
    (product, factor) => product * Number(factor.replaceAll('_', '')),
    1
  )

/** Keys with a larger maximum than before, or with more occurrences. */
export function raisedFigures(before: readonly CheckFigure[], after: readonly CheckFigure[]): string[] {
  const largestBefore = largest(before)
  const countBefore = countsOf(before)
  const countAfter = countsOf(after)
  return [...largest(after)]
    .filter(
      ([key, value]) =>
        value > (largestBefore.get(key) ?? -1) || (countAfter.get(key) ?? 0) > (countBefore.get(key) ?? 0)
    )
    .map(([key]) => key)
}

/** Keys whose sum decreased. */
export function loweredFigures(before: readonly CheckFigure[], after: readonly CheckFigure[]): string[] {
  return [...new Set(before.map(({ key }) => key))].filter((key) => sumOf(after, key) < sumOf(before, key))
}

const sumOf = (figures: readonly CheckFigure[], name: string) =>
  figures.reduce((sum, { key, value }) => (key === name ? sum + value : sum), 0)

function largest(figures: readonly CheckFigure[]): Map<string, number> {
  const values = new Map<string, number>()
  for (const { key, value } of figures) values.set(key, Math.max(value, values.get(key) ?? value))
  return values
}

function countsOf(figures: readonly CheckFigure[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { key } of figures) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}
