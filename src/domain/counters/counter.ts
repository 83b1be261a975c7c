// The names of the sums that are kept beside the rows: each capability spells those of its own where it counts them.

/** Of what there are sums, by capability. */
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

/** The name of a sum. */
export type Measure = Joined<Words>

type Beginnings<W extends readonly string[]> = W extends [...infer Most extends string[], string]
  ? Most extends []
    ? never
    : Most | Beginnings<Most>
  : never

/** The name of the sum of these words: `counter('issues', state, 'priority', priority)`. */
export function counter<W extends Words>(...words: W): Joined<W> {
  // The border to the type: it joins the words in the same way.
  return words.join('.') as Joined<W>
}

/** How the names of all sums about something begin. */
export type Topic = `${Joined<Beginnings<Words>>}.`

export function topic<W extends Beginnings<Words>>(...words: W): `${Joined<W>}.` {
  // The border to the type, as above.
  return `${words.join('.')}.` as `${Joined<W>}.`
}

/** What a name says beyond its topic; undefined where it is about something else. */
export function wordsAfter(about: Topic, measure: Measure): string | undefined {
  return measure.startsWith(about) ? measure.slice(about.length) : undefined
}
