// Logistic regression over several kinds, by limited-memory BFGS: the same weights from the same rows, always.

export interface Example {
  features: Int32Array
  values: Float64Array
  /** Which kind it is, by number. */
  kind: number
  /** How much it counts. */
  weight: number
}

export interface Problem {
  examples: readonly Example[]
  features: number
  kinds: number
  /** How much a weight costs; the weights of no feature, which come last, cost nearly nothing. */
  regularity: number
}

const FREE = 0.01
const ROUNDS = 40
const MEMORY = 8
const HALVINGS = 20
/** A gain by less than this share is none. */
const LEAST_GAIN = 1e-5

interface Point {
  at: Float64Array
  cost: number
  slope: Float64Array
}

interface Step {
  moved: Float64Array
  turned: Float64Array
  scale: number
}

/** One weight per feature and kind, and a row for what holds without any feature. */
export function fitLogistic(problem: Problem): Float64Array {
  const size = (problem.features + 1) * problem.kinds
  let point = pointAt(problem, new Float64Array(size))
  const steps: Step[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const next = descend(problem, point, directionOf(point.slope, steps))
    remember(steps, point, next)
    const gain = point.cost - next.cost
    point = next
    if (gain < LEAST_GAIN * point.cost) break
  }
  return point.at
}

function remember(steps: Step[], before: Point, after: Point) {
  const moved = after.at.map((value, at) => value - (before.at[at] ?? 0))
  const turned = after.slope.map((value, at) => value - (before.slope[at] ?? 0))
  const scale = dot(moved, turned)
  if (scale > 1e-10) steps.push({ moved, turned, scale })
  if (steps.length > MEMORY) steps.shift()
}

function descend(problem: Problem, from: Point, direction: Float64Array): Point {
  const fall = dot(direction, from.slope)
  let length = 1
  let next = from
  for (let tries = 0; tries < HALVINGS; tries += 1) {
    next = pointAt(
      problem,
      from.at.map((value, at) => value - length * (direction[at] ?? 0))
    )
    if (next.cost <= from.cost - 1e-4 * length * fall) break
    length /= 2
  }
  return next
}

/** The slope, bent by what the last steps have shown of how it turns. */
function directionOf(slope: Float64Array, steps: readonly Step[]): Float64Array {
  const direction = slope.slice()
  const last = steps.at(-1)
  const shares = steps.toReversed().map(({ moved, turned, scale }) => {
    const share = dot(moved, direction) / scale
    addTo(direction, turned, -share)
    return share
  })
  const length = last ? last.scale / dot(last.turned, last.turned) : 1 / Math.sqrt(dot(slope, slope) || 1)
  direction.forEach((value, at) => {
    direction[at] = value * length
  })
  shares.reverse()
  steps.forEach(({ moved, turned, scale }, at) => {
    addTo(direction, moved, (shares[at] ?? 0) - dot(turned, direction) / scale)
  })
  return direction
}

function pointAt(problem: Problem, at: Float64Array): Point {
  const slope = new Float64Array(at.length)
  const chances = new Float64Array(problem.kinds)
  let cost = 0
  for (const example of problem.examples) {
    cost += example.weight * tell(problem, at, { example, chances })
    addSlope(problem, slope, { example, chances })
  }
  for (let weight = 0; weight < at.length; weight += 1) {
    const price = weight < problem.features * problem.kinds ? problem.regularity : FREE
    cost += (price * (at[weight] ?? 0) ** 2) / 2
    slope[weight] = (slope[weight] ?? 0) + price * (at[weight] ?? 0)
  }
  return { at, cost, slope }
}

interface Told {
  example: Example
  chances: Float64Array
}

/** Writes the chances of all kinds and returns how surprising the true one is. */
function tell(problem: Problem, weights: Float64Array, { example, chances }: Told): number {
  for (let kind = 0; kind < chances.length; kind += 1)
    chances[kind] = scoreOf(problem, weights, { example, kind })
  const highest = Math.max(...chances)
  let sum = 0
  for (const score of chances) sum += Math.exp(score - highest)
  for (const [kind, score] of chances.entries()) chances[kind] = Math.exp(score - highest) / sum
  return -Math.log(Math.max(chances[example.kind] ?? 0, 1e-300))
}

interface Asked {
  example: Example
  kind: number
}

function scoreOf({ features, kinds }: Problem, weights: Float64Array, { example, kind }: Asked): number {
  let score = weights[features * kinds + kind] ?? 0
  for (let at = 0; at < example.features.length; at += 1)
    score += (weights[(example.features[at] ?? 0) * kinds + kind] ?? 0) * (example.values[at] ?? 0)
  return score
}

function addSlope({ features, kinds }: Problem, slope: Float64Array, { example, chances }: Told) {
  for (let kind = 0; kind < kinds; kind += 1) {
    const wrong = example.weight * ((chances[kind] ?? 0) - (kind === example.kind ? 1 : 0))
    const last = features * kinds + kind
    slope[last] = (slope[last] ?? 0) + wrong
    for (let at = 0; at < example.features.length; at += 1) {
      const weight = (example.features[at] ?? 0) * kinds + kind
      slope[weight] = (slope[weight] ?? 0) + wrong * (example.values[at] ?? 0)
    }
  }
}

function dot(one: Float64Array, other: Float64Array): number {
  let sum = 0
  for (let at = 0; at < one.length; at += 1) sum += (one[at] ?? 0) * (other[at] ?? 0)
  return sum
}

function addTo(to: Float64Array, what: Float64Array, times: number) {
  for (let at = 0; at < to.length; at += 1) to[at] = (to[at] ?? 0) + times * (what[at] ?? 0)
}
