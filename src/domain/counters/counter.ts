// Names of counters that are updated together with the rows they count. Each capability declares its own.

/** The counter names of each capability. */
export interface SumWords extends Record<never, readonly string[]> {}

type Words = SumWords[keyof SumWords]

type Joined<W extends readonly string[]> = W extends [
  infer One extends string,
  ...infer More extends string[]
]
  ? More extends []
    ? One
    : `${One}.${Joined<More>}`
  : never

/** The name of a counter. */
export type Measure = Joined<Words>

type Beginnings<W extends readonly string[]> = W extends [...infer Most extends string[], string]
  ? Most extends []
    ? never
    : Most | Beginnings<Most>
  : never

/** Joins words to a counter name: `counter('issues', state, 'priority', priority)`. */
export function counter<W extends Words>(...words: W): Joined<W> {
  // Cast: `Joined` joins the words in the same way.
  return words.join('.') as Joined<W>
}

/** The common prefix of related counters. */
export type Topic = `${Joined<Beginnings<Words>>}.`

export function topic<W extends Beginnings<Words>>(...words: W): `${Joined<W>}.` {
  // Cast: as above.
  return `${words.join('.')}.` as `${Joined<W>}.`
}

/** The rest of a counter name after its topic; undefined if it belongs to another topic. */
export function wordsAfter(about: Topic, measure: Measure): string | undefined {
  return measure.startsWith(about) ? measure.slice(about.length) : undefined
}
