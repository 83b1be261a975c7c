// Chance for rows that the database makes up, from their number `n`: $1 is how many there are, $2 how many repositories,
// $3 the moment of the last.

/** From 0, below 1: the same for the same number. */
export const chance = (of: string, seed: number) =>
  `((hashint8extended(${of}, ${seed}) & 1048575) / 1048576.0)`

export const oneOf = (words: readonly string[], of: string, seed: number) =>
  `(array['${words.join("', '")}'])[1 + floor(${chance(of, seed)} * ${words.length})::int]`

/** Few repositories have much, most have little. */
export const someRepository = (seed: number) =>
  `1 + floor(power(${chance('n', seed)}, 3) * $2::bigint)::bigint`

/** The highest number is the latest. */
export const momentWithin = (days: number) =>
  `date_trunc('second', $3::timestamptz - interval '${days} days' * (1 - n / $1::float8))`
